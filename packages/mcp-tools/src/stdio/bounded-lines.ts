/** Receives the lines of a stream, without their ends. */
export type LineReader = {
  readonly line: (text: string) => void
  /** Called once for a line that is longer than allowed, of which nothing is kept. */
  readonly tooLong: () => void
}

const lineFeed = 0x0a

/** Returns a function that takes the next bytes of a stream and passes on the lines that they complete. */
export function boundedLines(bytesMax: number, reader: LineReader): (bytes: Buffer) => void {
  let begun: Buffer[] = []
  let size = 0
  let isTooLong = false
  const add = (bytes: Buffer): void => {
    size += bytes.length
    if (size <= bytesMax) begun.push(bytes)
    else if (!isTooLong) {
      isTooLong = true
      begun = []
      reader.tooLong()
    }
  }
  const end = (): void => {
    if (!isTooLong) reader.line(Buffer.concat(begun).toString())
    begun = []
    size = 0
    isTooLong = false
  }
  return (bytes) => {
    let from = 0
    for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, from)) {
      add(bytes.subarray(from, at))
      end()
      from = at + 1
    }
    if (from < bytes.length) add(bytes.subarray(from))
  }
}
