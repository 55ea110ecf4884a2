import type { CountedGroup, Group, ListedGroup } from '@ken/core'

/** A group. */
export const groupView = ({ slug, createdAt }: Group) => ({
  slug,
  created_at: createdAt.toISOString(),
})

/** A group with the numbers of its members and documents. */
export const countedGroupView = (group: CountedGroup) => ({
  ...listedGroupView(group),
  document_count: group.documentCount,
})

/** A group in a list, with the number of its members. */
export const listedGroupView = (group: ListedGroup) => ({
  ...groupView(group),
  member_count: group.memberCount,
})
