import type { ApiContext } from '../api-context.ts'

/** The scheme is case-insensitive (RFC 9110, section 11.1). Two headers arrive joined by a comma, and do not match. */
const bearer = /^bearer ([\x21-\x7e]+)$/i

/** Returns the credential in `Authorization: Bearer`; null for any other form. */
export const bearerOf = (context: ApiContext): string | null =>
  bearer.exec(context.req.header('authorization') ?? '')?.[1] ?? null
