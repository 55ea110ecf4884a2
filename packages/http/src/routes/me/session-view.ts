import { z } from '@hono/zod-openapi'
import type { ListedSession, SessionId, SessionPosition } from '@ken/core'
import { idForm } from '../../routing/id-parameter.ts'

/** A session, without its tokens. */
export const sessionSchema = z
  .object({
    id: z.string(),
    device: z.string().openapi({
      description: 'The name that the browser or program gives itself.',
      example: 'Firefox on Linux',
    }),
    address: z.string().nullable().openapi({ description: 'The last network address.' }),
    created_at: z.string().openapi({ format: 'date-time' }),
    last_active_at: z.string().openapi({ format: 'date-time' }),
    current: z.boolean().openapi({ description: 'Whether it is the session of this request.' }),
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

/** The position of a page of sessions. */
export const sessionPosition: z.ZodType<SessionPosition> = z.strictObject({
  lastActiveAt: z.iso.datetime().transform((text) => new Date(text)),
  id: z
    .string()
    .regex(idForm)
    .transform((id) => id as SessionId),
})
