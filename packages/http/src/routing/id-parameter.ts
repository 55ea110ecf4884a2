import { z } from '@hono/zod-openapi'

/** An id in canonical form. The database would also accept other spellings. */
export const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The path parameter `id`. */
export const idParameter = z.object({ id: z.string().regex(idForm) })

/**
 * An id in the public contract. Other programs pass ids on and may write them in capitals, which RFC 9562 allows on
 * input.
 */
export const publicId = z.string().toLowerCase().regex(idForm)
