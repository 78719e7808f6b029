// What a search finds. Upper and lower case are the same, and every character stands for itself.

/**
 * Marks the frames whose name holds a text.
 * @param {string[]} names
 * @param {string} query
 */
export function matchFrames(names, query) {
  const wanted = query.toLowerCase()
  return Uint8Array.from(names, name => Number(name.toLowerCase().includes(wanted)))
}

/** The part of a stretch that matches cover. @param {{start: number, end: number}[]} found */
export function coveredPart(found, from, to) {
  let covered = 0
  let reached = from
  for (const {start, end} of found) {
    covered += Math.max(0, Math.min(end, to) - Math.max(start, reached))
    reached = Math.max(reached, Math.min(end, to))
  }
  return covered
}
