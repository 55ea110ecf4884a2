/** What is wrong with one field of a request. `pointer` is a JSON pointer as a URI fragment (RFC 6901, section 6). */
export type FieldError = { readonly pointer: string; readonly detail: string }

const segmentLengthMax = 100

/** The pointer to a place in a JSON document. Ends before a key that is too long or not well-formed. */
export function pointerTo(path: readonly PropertyKey[]): string {
  let pointer = '#'
  for (const step of path) {
    const segment = String(step)
    if (segment.length > segmentLengthMax || !segment.isWellFormed()) break
    pointer += `/${encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))}`
  }
  return pointer
}
