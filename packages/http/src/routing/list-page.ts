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
 * A list that is read page by page. A cursor is opaque to clients. It encodes the name of the list and a position in it,
 * so that the list refuses the cursors of all others.
 */
export const pagedList = <Position extends z.ZodType>(name: string, position: Position) => {
  const place = z.tuple([z.literal(name), position])
  return {
    /** The parameters of the list. */
    parameters: {
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
          const parsed = place.safeParse(decoded(text))
          if (parsed.success) return parsed.data[1]
          context.addIssue({ code: 'custom', message: 'must be a `next_cursor` of this list' })
          return z.NEVER
        })
        .optional()
        .openapi({ type: 'string', description: 'The `next_cursor` of the previous page.' }),
    },

    /** The JSON of a page of the list. */
    pageView: <Item, View>({ items, next }: Page<Item, unknown>, view: (item: Item) => View) => ({
      data: items.map((item) => view(item)),
      next_cursor: next === null ? null : encoded([name, next]),
    }),
  }
}

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

const encoded = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url')

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
