import type { SurfaceContext } from '../surface.ts'

/** The scheme is a token in any case (RFC 9110, 11.1); two headers arrive joined by a comma and a blank, and do not match. */
const bearer = /^bearer ([\x21-\x7e]+)$/i

/** The credential in the one place for it, `Authorization: Bearer`; null for every other spelling (R4). */
export const bearerOf = (context: SurfaceContext): string | null =>
  bearer.exec(context.req.header('authorization') ?? '')?.[1] ?? null
