# The commands of the EXAMPLES of an mdoc page, NUL-terminated: in its literal blocks each line "$ …" begins one, and the
# lines below it that are indented belong to it. A block without "$" is a command as a whole, unless it is data ("{").

/^\.Sh/ { examples = ($2 == "EXAMPLES") }
examples && /^\.Bd -literal/ { block = ""; inside = 1; next }
/^\.Ed/ && inside { commands(block); inside = 0 }
inside { block = block $0 "\n" }

function commands(text,    count, lines, i, command, prompts) {
    gsub(/\\e/, "\\", text)
    gsub(/\\-/, "-", text)
    gsub(/\\&/, "", text)
    gsub(/\\\(aq/, "'", text)
    gsub(/\\\(dq/, "\"", text)
    if (text ~ /^{/)
        return
    prompts = text ~ /^\$ /
    count = split(text, lines, "\n") - 1
    for (i = 1; i <= count; i++) {
        if (prompts && lines[i] ~ /^\$ /) {
            out(command)
            command = substr(lines[i], 3)
        } else if (!prompts || lines[i] ~ /^[ \t]/) {
            command = command "\n" lines[i]
        }
    }
    out(command)
}

function out(command) {
    if (command != "")
        printf "%s%c", command, 0
}
