const jsonRanges: readonly string[] = ['application/json', 'application/*', '*/*']

/** Whether this `Accept` header accepts JSON (RFC 9110, section 12.5.1). */
export const acceptsJson = (accept: string | undefined): boolean =>
  accept === undefined || accept.trim() === '' || accept === '*/*' || names(accept, jsonRanges)

/** Whether this `Accept` header names HTML, as browsers do for navigation and programs do not. */
export const acceptsHtml = (accept: string | undefined): boolean =>
  accept !== undefined && names(accept, ['text/html'])

const names = (accept: string, ranges: readonly string[]): boolean =>
  accept.split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return (
      ranges.includes(type ?? '') &&
      !parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))
    )
  })
