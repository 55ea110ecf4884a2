import { z } from '@hono/zod-openapi'
import { groupDocumentsMax, groupSlug } from '@ken/core'
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

/** A position in a list of groups. */
export const groupPosition = z.string().transform((text, context) => {
  const parsed = groupSlug(text)
  if (parsed !== null) return parsed
  context.addIssue({ code: 'custom', message: 'must be the name of a group' })
  return z.NEVER
})

/** The path of a group. */
export const groupParameter = z.object({ slug })
/** The path of a membership. */
export const memberParameters = z.object({ slug, id: z.string().regex(idForm) })
