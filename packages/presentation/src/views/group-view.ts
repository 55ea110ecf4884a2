import type { Group, ListedGroup } from '@ken/core'

/** A group. */
export const groupView = ({ slug, createdAt }: Group) => ({
  slug,
  created_at: createdAt.toISOString(),
})

/** A group in a list, with the number of its members. */
export const listedGroupView = (group: ListedGroup) => ({
  ...groupView(group),
  member_count: group.memberCount,
})
