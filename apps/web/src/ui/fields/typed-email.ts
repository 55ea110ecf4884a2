/** An address as it was typed or pasted, without what mail and office programs copy along and no one sees. */
export const typedEmail = (text: string): string => withoutFormat(text).trim()

/** Without marks of direction, spaces of no width, and the like. */
export const withoutFormat = (text: string): string => text.replaceAll(/\p{Cf}/gu, '')
