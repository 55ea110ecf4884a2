/** The text of bytes; null if they are no text in this encoding, or if the platform cannot read it. */
export function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
