import { z } from '@hono/zod-openapi'
import type { Page, PageRequest } from '@ken/core'

const [limitMax, limitDefault] = [100, 25]

/** A whole number in a query, in its canonical form. */
export const wholeParameter = (min: number, max: number) =>
  z
    .string()
    .transform((text) => (/^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : Number.NaN))
    .refine(
      (number) => number >= min && number <= max,
      `must be a whole number from ${min} to ${max}`,
    )

/**
 * The parameters of every list. A cursor is opaque to clients and encodes a position in this list; any other is refused.
 */
export const pageParameters = <Position extends z.ZodType>(position: Position) => ({
  limit: wholeParameter(1, limitMax).prefault(String(limitDefault)).openapi({
    type: 'integer',
    minimum: 1,
    maximum: limitMax,
    default: limitDefault,
    description: 'The maximum number of items.',
  }),
  cursor: z
    .string()
    .transform((text, context) => {
      const parsed = position.safeParse(decoded(text))
      if (parsed.success) return parsed.data
      context.addIssue({ code: 'custom', message: 'must be a `next_cursor` of this list' })
      return z.NEVER
    })
    .optional()
    .openapi({ type: 'string', description: 'The `next_cursor` of the previous page.' }),
})

/** The page that the parameters ask for. */
export const pageWanted = <Position>(query: {
  limit: number
  cursor?: Position | undefined
}): PageRequest<Position> => ({
  after: query.cursor ?? null,
  limit: query.limit,
})

/** The schema of a page. */
export const pageSchema = <Item extends z.ZodType>(item: Item, name: string) =>
  z
    .object({
      data: z.array(item),
      next_cursor: z
        .string()
        .nullable()
        .openapi({ description: 'Requests the next page; null on the last page.' }),
    })
    .openapi(name)

/** The JSON of a page. */
export const pageView = <Item, View>(
  { items, next }: Page<Item, unknown>,
  view: (item: Item) => View,
) => ({
  data: items.map((item) => view(item)),
  next_cursor: next === null ? null : Buffer.from(JSON.stringify(next)).toString('base64url'),
})

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
