/** Receives the lines of a stream, without their ends. */
export type LineReader = {
  readonly line: (text: string) => void
  /** Called once for a line that is longer than allowed, of which nothing is kept. */
  readonly tooLong: () => void
}

const lineFeed = 0x0a

/** Cuts the bytes of a stream into lines. */
export type BoundedLines = {
  /** Takes the next bytes and passes on the lines that they complete. */
  readonly read: (bytes: Buffer) => void
  /** The stream has ended: passes on its last line, which needs no line feed. */
  readonly end: () => void
}

/** Passes on the lines of a stream of at most `bytesMax` bytes each. */
export function boundedLines(bytesMax: number, reader: LineReader): BoundedLines {
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
  return {
    read(bytes) {
      let from = 0
      for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, from)) {
        add(bytes.subarray(from, at))
        end()
        from = at + 1
      }
      if (from < bytes.length) add(bytes.subarray(from))
    },
    end,
  }
}
