/** The text of a file with `\n` between its lines, or why it is not text. */
export type Decoded =
  | { readonly text: string }
  | { readonly fault: 'binary' | 'encoding'; readonly reason: string }

/** Decodes UTF-8, and UTF-16 with a byte order mark. Refuses anything else. */
export function decodeText(bytes: Uint8Array): Decoded {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    const isBinary = encoding === 'utf-8' && bytes.includes(0)
    const reason = `not text in ${encoding.toUpperCase()}: save it as UTF-8`
    return isBinary ? binary : { fault: 'encoding', reason }
  }
  return text.includes('\0') ? binary : { text: text.replace(/\r\n?/g, '\n') }
}

const binary: Decoded = { fault: 'binary', reason: 'not text: it contains NUL bytes' }
