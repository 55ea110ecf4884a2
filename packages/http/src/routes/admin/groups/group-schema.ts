import { z } from '@hono/zod-openapi'
import { groupDocumentsMax, groupSlug, type GroupSlug } from '@ken/core'
import { idForm } from '../../../routing/id-parameter.ts'

const slug = z.string().max(63)

/** A group on the wire. */
export const groupSchema = z
  .object({
    slug: slug.openapi({
      description: 'Documents refer to it as `group:<slug>`.',
      example: 'finance',
    }),
    created_at: z.string().openapi({ format: 'date-time' }),
  })
  .openapi('Group')

/** A group in a list. */
export const listedGroupSchema = groupSchema
  .extend({
    member_count: z.int(),
    document_count: z.int().openapi({
      description: `Documents whose access-control list names the group; at most ${groupDocumentsMax} are counted.`,
    }),
  })
  .openapi('ListedGroup')

const cursorPrefix = 'group:'

/** A cursor in a list of groups. The prefix keeps it from being accepted by another list. */
export const groupPosition = z.string().transform((text, context) => {
  const parsed = text.startsWith(cursorPrefix) ? groupSlug(text.slice(cursorPrefix.length)) : null
  if (parsed !== null) return parsed
  context.addIssue({ code: 'custom', message: 'must be the name of a group' })
  return z.NEVER
})

/** The cursor after a group; null on the last page. */
export const groupCursor = (next: GroupSlug | null) =>
  next === null ? null : `${cursorPrefix}${next}`

/** The path of a group. */
export const groupParameter = z.object({ slug })
/** The path of a membership. */
export const memberParameters = z.object({ slug, id: z.string().regex(idForm) })
