/** A JSON object of which nothing is known. */
export type Fields = { readonly [name: string]: unknown }

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a JSON object; none for any other value. */
export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})

/** Undefined for a text that is not JSON, because JSON can be `null`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
