declare const slugBrand: unique symbol

/** The name of a group in principals: lower-case letters, digits and dashes, at most 63 characters. */
export type GroupSlug = string & { readonly [slugBrand]: true }

/** People who share what they may read. */
export type Group = { readonly slug: GroupSlug; readonly createdAt: Date }

const slugPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

export const groupSlug = (input: string): GroupSlug | null => (slugPattern.test(input) ? (input as GroupSlug) : null)
