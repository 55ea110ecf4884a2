import { z } from '@hono/zod-openapi'
import { uuidForm } from '@ken/core'

/** An id in canonical form. */
export const idForm = uuidForm

/** The path parameter `id`. */
export const idParameter = z.object({ id: z.string().regex(idForm) })

/**
 * An id in the public contract. Other programs pass ids on and may write them in capitals, which RFC 9562 allows on
 * input.
 */
export const publicId = z.string().toLowerCase().regex(idForm)
