import { z } from '@hono/zod-openapi'
import type { ListedSession, SessionId, SessionPosition } from '@ken/core'
import { idForm } from '../id-parameter.ts'

/** A session on the wire: nothing that could open it (R47). */
export const sessionSchema = z
  .object({
    id: z.string(),
    device: z.string().openapi({ description: 'What the browser or program calls itself.', example: 'Firefox on Linux' }),
    address: z.string().nullable().openapi({ description: 'The network address it was last used from.' }),
    created_at: z.string().openapi({ format: 'date-time' }),
    last_active_at: z.string().openapi({ format: 'date-time' }),
    current: z.boolean().openapi({ description: 'It is the session that asks.' }),
  })
  .openapi('Session')

export const sessionView = (session: ListedSession): z.infer<typeof sessionSchema> => ({
  id: session.id,
  device: session.device,
  address: session.address,
  created_at: session.createdAt.toISOString(),
  last_active_at: session.lastActiveAt.toISOString(),
  current: session.current,
})

/** Where a page of sessions ended. */
export const sessionPosition: z.ZodType<SessionPosition> = z.strictObject({
  lastActiveAt: z.iso.datetime().transform((text) => new Date(text)),
  id: z
    .string()
    .regex(idForm)
    .transform((id) => id as SessionId),
})
