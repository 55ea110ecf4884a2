import { z } from '@hono/zod-openapi'
import type { Group, ListedGroup } from '@ken/core'
import { idForm } from '../id-parameter.ts'

const slug = z.string().max(63)

/** A group on the wire. */
export const groupSchema = z
  .object({
    slug: slug.openapi({ description: 'Documents name it as `group:<slug>`.', example: 'finance' }),
    created_at: z.string().openapi({ format: 'date-time' }),
  })
  .openapi('Group')

export const groupView = ({ slug: name, createdAt }: Group): z.infer<typeof groupSchema> => ({
  slug: name,
  created_at: createdAt.toISOString(),
})

/** A group in a list. */
export const listedGroupSchema = groupSchema.extend({ member_count: z.int() }).openapi('ListedGroup')

export const listedGroupView = (group: ListedGroup): z.infer<typeof listedGroupSchema> => ({
  ...groupView(group),
  member_count: group.memberCount,
})

/** The path of a group. */
export const groupParameter = z.object({ slug })
/** The path of a membership. */
export const memberParameters = z.object({ slug, id: z.string().regex(idForm) })
