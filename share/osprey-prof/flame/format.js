// Numbers and names as a person reads them. No locale: the same profile reads the same on every machine.

const SECONDS = {nanoseconds: 1e-9, microseconds: 1e-6, milliseconds: 1e-3, seconds: 1}
const TIME_UNITS = [
  [1, 's'],
  [1e-3, 'ms'],
  [1e-6, 'µs'],
  [1e-9, 'ns'],
]
const BYTE_UNITS = [
  [2 ** 30, 'GiB'],
  [2 ** 20, 'MiB'],
  [2 ** 10, 'KiB'],
  [1, 'B'],
]

// Control characters, and those that turn the direction of text around or break its line.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** A name from a file, made safe to show. */
export function shownText(text) {
  return text.replace(UNSAFE, '\ufffd')
}

/** Three digits that count, never an exponent. */
function threeDigits(number) {
  if (number >= 1000) return grouped(Math.round(number))
  return number.toFixed(number >= 100 ? 0 : number >= 10 ? 1 : 2)
}

function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, '\u202f')
}

/** A value in the unit of its profile: 1.20 s, 34.5 ms, 12 MiB. */
export function valueText(value, unit) {
  if (unit in SECONDS) return inUnits(value * SECONDS[unit], TIME_UNITS)
  if (unit === 'bytes') return inUnits(value, BYTE_UNITS)
  return Number.isInteger(value) ? grouped(value) : threeDigits(value)
}

function inUnits(value, units) {
  if (value === 0) return `0 ${units[0][1]}`
  // Rounded first, so that 0.9999 s is 1.00 s and not 1000 ms.
  const [size, name] = units.find(([size]) => value >= size * 0.9995) ?? units[units.length - 1]
  return `${threeDigits(value / size)} ${name}`
}

export function shareText(part, whole) {
  const percent = whole > 0 ? (100 * part) / whole : 0
  return `${percent > 0 && percent < 0.1 ? percent.toFixed(2) : percent.toFixed(1)} %`
}

/** dir/file.c:12, whole or only its last part; '' when the file is unknown. */
export function placeText(file, line, whole = true) {
  if (!file) return ''
  const name = whole ? file : file.slice(file.lastIndexOf('/') + 1)
  return shownText(line > 0 ? `${name}:${line}` : name)
}

/**
 * Round steps of an axis: the least of 1, 2, 5 times a power of ten that is not below `least`.
 * @param {number} least
 */
export function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(least))
  return power * [1, 2, 5, 10].find(factor => factor * power >= least * 0.999999)
}
