/** One line without its line feed; null if it is too long. `length` counts all its bytes. */
export type Line = {
  readonly number: number
  readonly bytes: Uint8Array | null
  readonly length: number
}

/** Splits a stream into lines; holds at most one line and one chunk. A final line feed starts no further line. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array | string>,
  lineBytesMax: number,
): AsyncGenerator<Line> {
  let number = 1
  let pieces: Uint8Array[] = []
  let [kept, length] = [0, 0]
  const take = (piece: Uint8Array) => {
    length += piece.length
    if (length <= lineBytesMax) {
      pieces.push(piece)
      kept += piece.length
    } else {
      pieces = []
    }
  }
  const finish = (feed: 0 | 1): Line => {
    const line = {
      number,
      bytes: length > lineBytesMax ? null : Buffer.concat(pieces, kept),
      length: length + feed,
    }
    number += 1
    pieces = []
    kept = 0
    length = 0
    return line
  }
  for await (const chunk of chunks) {
    let rest: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    for (let feed = rest.indexOf(10); feed >= 0; feed = rest.indexOf(10)) {
      take(rest.subarray(0, feed))
      yield finish(1)
      rest = rest.subarray(feed + 1)
    }
    if (rest.length > 0) take(rest)
  }
  if (length > 0) yield finish(0)
}
