const jsonRanges: readonly string[] = ['application/json', 'application/*', '*/*']

/** Whether a caller with this `Accept` header takes JSON for an answer (RFC 9110, section 12.5.1). */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '' || accept === '*/*') return true
  return accept.split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return jsonRanges.includes(type ?? '') && !parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))
  })
}
