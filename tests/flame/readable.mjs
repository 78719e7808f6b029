// Whether the texts of a page can be read.

/** Runs in the page: the texts that are seen and have less contrast than 4.5 to 1 with what is behind them (WCAG 2.1, 1.4.3), each with it. */
export function unreadable() {
  const LEAST = 4.5
  const context = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true})
  const mixed = colours => {
    context.clearRect(0, 0, 1, 1)
    for (const colour of ['white', ...colours]) {
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
    }
    return [...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)]
  }
  const linear = value => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  const contrast = (behind, ink) => {
    const [dark, light] = [mixed(behind), mixed([...behind, ink])].map(luminance).sort((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }
  const backgroundOf = element => getComputedStyle(element).backgroundColor
  const behindOf = element => {
    const colours = []
    for (let at = element; at; at = at.parentElement) colours.unshift(backgroundOf(at))
    return colours
  }
  const isSeen = element => element.checkVisibility() && element.getClientRects().length > 0 && !element.closest('canvas')
  const texts = element => {
    const own = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim())
    const inks = own ? [getComputedStyle(element).color] : []
    if (element.placeholder) inks.push(getComputedStyle(element, '::placeholder').color)
    return inks
  }
  const found = []
  for (const element of document.body.querySelectorAll('*')) {
    if (!isSeen(element)) continue
    const bars = [...element.children].filter(child => !child.textContent && isSeen(child)).map(backgroundOf)
    for (const ink of texts(element))
      for (const bar of ['transparent', ...bars]) {
        const ratio = contrast([...behindOf(element), bar], ink)
        if (ratio < LEAST) found.push(`${element.textContent || element.placeholder}: ${ratio.toFixed(2)}`)
      }
  }
  return found
}
