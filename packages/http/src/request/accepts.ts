/** Whether this `Accept` header accepts JSON (RFC 9110, section 12.5.1). */
export const acceptsJson = (accept: string | undefined): boolean =>
  accept === undefined ||
  accept.trim() === '' ||
  accept === '*/*' ||
  names(accept, ['application/json', 'application/*', '*/*'])

/** Whether this `Accept` header names server-sent events, for an operation that has them as well as JSON. */
export const acceptsEvents = (accept: string | undefined): boolean =>
  accept !== undefined && names(accept, ['text/event-stream', 'text/*'])

/** Whether this `Accept` header names HTML, as browsers do for navigation and programs do not. */
export const acceptsHtml = (accept: string | undefined): boolean =>
  accept !== undefined && names(accept, ['text/html'])

/** Of the ranges in this order, the first that the header has decides: the most specific one. */
function names(header: string, ranges: readonly string[]): boolean {
  const isAccepted = new Map<string, boolean>()
  for (const range of header.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const isRefused = parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))
    isAccepted.set(type, !isRefused || isAccepted.get(type) === true)
  }
  const deciding = ranges.find((range) => isAccepted.has(range))
  return deciding !== undefined && isAccepted.get(deciding) === true
}

/**
 * The smallest of the available codings that this `Accept-Encoding` header accepts (RFC 9110,
 * section 12.5.3); `identity` if none.
 */
export function acceptedCoding(
  header: string | undefined,
  available: { readonly br?: unknown; readonly gzip?: unknown },
): 'br' | 'gzip' | 'identity' {
  const accepts = (coding: string) => header !== undefined && names(header, [coding])
  if (available.br !== undefined && accepts('br')) return 'br'
  return available.gzip !== undefined && accepts('gzip') ? 'gzip' : 'identity'
}
