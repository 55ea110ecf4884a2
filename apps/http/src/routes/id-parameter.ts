import { z } from '@hono/zod-openapi'

/** An id as Ken writes it: the database would take other spellings for the same one. */
export const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The path of one thing. */
export const idParameter = z.object({ id: z.string().regex(idForm) })
