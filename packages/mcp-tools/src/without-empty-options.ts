import { z } from 'zod'

/**
 * The same input, in which an optional argument may also be null, an empty text or an empty list. Models fill in such
 * values for arguments that they leave out.
 */
export function withoutEmptyOptions<Schema extends z.ZodObject>(
  schema: Schema,
): z.ZodType<z.output<Schema>> {
  const optional = Object.entries(schema.shape)
    .filter(([, field]) => z.safeParse(field, undefined).success)
    .map(([name]) => name)
  const isLeftOut = ([name, value]: [string, unknown]): boolean =>
    optional.includes(name) && isEmpty(value)
  return z.preprocess((value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const given = Object.entries(value)
    return given.some(isLeftOut)
      ? Object.fromEntries(given.filter((entry) => !isLeftOut(entry)))
      : value
  }, schema) as z.ZodType<z.output<Schema>> // The type of a preprocessed schema is wider.
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
