const keyForm = /^[!-~]{1,255}$/
const quotedForm = /^"((?:[^"\\]|\\["\\])*)"$/

/**
 * Parses the header `Idempotency-Key`: 1 to 255 visible ASCII characters, otherwise null. The quoted string of
 * draft-ietf-httpapi-idempotency-key-header and the bare form are the same key.
 */
export function parseIdempotencyKey(header: string): string | null {
  const quoted = quotedForm.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, '$1')
  const key = header.startsWith('"') ? quoted : header
  return key !== undefined && keyForm.test(key) ? key : null
}
