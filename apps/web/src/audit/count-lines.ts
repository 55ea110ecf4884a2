const lineFeed = 0x0a

/** Counts the line ends in a part of a file. */
export function countLines(part: Uint8Array): number {
  let count = 0
  for (let at = part.indexOf(lineFeed); at !== -1; at = part.indexOf(lineFeed, at + 1)) count += 1
  return count
}
