/* The document that the flame page runs in. Nothing of a profile stands in it: that comes by message. */

export interface PageParts {
    script: string;
    style: string;
    source: string;
    nonce: string;
}

export function pageHtml({ script, style, source, nonce }: PageParts): string {
    const policy = [
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        `style-src ${source}`,
        `font-src ${source}`,
        `img-src ${source} data: blob:`,
        'worker-src blob:',
    ].join('; ');
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${style}">
<title>Flame graph</title>
</head>
<body>
<script nonce="${nonce}" src="${script}"></script>
<script nonce="${nonce}">startFlame(document.body)</script>
</body>
</html>
`;
}
