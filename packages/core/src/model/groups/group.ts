declare const slugBrand: unique symbol

/** A group's name in principals: lower-case letters, digits and hyphens, at most 63 characters. */
export type GroupSlug = string & { readonly [slugBrand]: true }

/** People with the same permission to read. */
export type Group = { readonly slug: GroupSlug; readonly createdAt: Date }

const slugPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Parses the name of a group strictly; null if it is invalid. */
export const groupSlug = (input: string): GroupSlug | null =>
  slugPattern.test(input) ? (input as GroupSlug) : null
