import { z } from '@hono/zod-openapi'
import { canonicalEmail, roles } from '@ken/core'

const time = z.string().openapi({ format: 'date-time' })

/** A cursor in a list of people. */
export const personPosition = z.string().refine((text) => canonicalEmail(text) === text)

/** A person as administrators see them. */
export const personSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
    status: z.enum(['active', 'deactivated']),
    must_change_password: z
      .boolean()
      .openapi({ description: 'The password is temporary and must be replaced.' }),
    mfa_enabled: z.boolean().openapi({ description: 'Two-factor authentication is enabled.' }),
    created_at: time,
    last_sign_in_at: time.nullable(),
  })
  .openapi('Person')

/** A person with their groups and the number of their sessions and keys. */
export const personCardSchema = personSchema
  .extend({ active_sessions: z.int(), active_keys: z.int(), groups: z.array(z.string()) })
  .openapi('PersonCard')
