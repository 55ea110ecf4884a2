/** How a language writes a value of JSON. */
export type Notation = {
  readonly text: (value: string) => string
  readonly name: (value: string) => string
  readonly object: (fields: string) => string
  readonly constants: { readonly true: string; readonly false: string; readonly null: string }
}

/** A value of JSON as code, on one line. */
export function literal(value: unknown, notation: Notation): string {
  if (typeof value === 'string') return notation.text(value)
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, notation)).join(', ')}]`
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value)
    return (notation.constants as { readonly [constant: string]: string })[text] ?? text
  }
  const fields = Object.entries(value).map(
    ([name, field]) => `${notation.name(name)}: ${literal(field, notation)}`,
  )
  return notation.object(fields.join(', '))
}
