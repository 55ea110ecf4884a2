const keyForm = /^[!-~]{1,255}$/
const quotedForm = /^"((?:[^"\\]|\\["\\])*)"$/

/**
 * The key that a header `Idempotency-Key` names, of 1 to 255 visible ASCII characters; null when it names none. The
 * quoted string of draft-ietf-httpapi-idempotency-key-header and the bare form name the same key.
 */
export function parseIdempotencyKey(header: string): string | null {
  const quoted = quotedForm.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, '$1')
  const key = header.startsWith('"') ? quoted : header
  return key !== undefined && keyForm.test(key) ? key : null
}
