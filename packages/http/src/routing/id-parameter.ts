import { z } from '@hono/zod-openapi'

/** An id in canonical form. The database would also accept other spellings. */
export const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The path parameter `id`. */
export const idParameter = z.object({ id: z.string().regex(idForm) })
