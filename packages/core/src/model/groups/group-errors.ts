export type GroupSlugInvalid = { readonly code: 'group.slug_invalid'; readonly slug: string }
export type GroupExists = { readonly code: 'group.exists'; readonly slug: string }
export type GroupNotFound = { readonly code: 'group.not_found'; readonly slug: string }
/** Documents still name the group. A new group with this name would inherit them. */
export type GroupInUse = {
  readonly code: 'group.in_use'
  readonly slug: string
  readonly documents: number
}

export type GroupError = GroupSlugInvalid | GroupExists | GroupNotFound | GroupInUse
