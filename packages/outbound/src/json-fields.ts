/** A JSON object of which nothing is known. */
export type Fields = { readonly [name: string]: unknown }

/** The fields of a JSON object; none for any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {} // Any object has fields.

/** Undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
