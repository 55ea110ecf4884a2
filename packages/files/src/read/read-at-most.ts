import { readSync } from 'node:fs'

/** How much is read at a time beyond the expected length. */
const chunkBytes = 65_536

/**
 * The rest of an open file; null if it has more than `bytesMax` bytes. It stops reading there: the length that the system
 * states is only what to expect, because a file can grow while it is read.
 */
export function readAtMost(
  descriptor: number,
  { bytesMax, bytesExpected }: { readonly bytesMax: number; readonly bytesExpected: number },
): Uint8Array | null {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // One byte more, so that the end of the file is found without another chunk.
  let size = Math.min(bytesExpected, bytesMax) + 1
  for (;;) {
    const chunk = Buffer.allocUnsafe(size)
    const read = readSync(descriptor, chunk)
    if (read === 0) return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, bytes)
    bytes += read
    if (bytes > bytesMax) return null
    chunks.push(chunk.subarray(0, read))
    size = Math.min(chunkBytes, bytesMax + 1 - bytes)
  }
}
