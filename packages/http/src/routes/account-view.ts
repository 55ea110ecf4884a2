import { z } from '@hono/zod-openapi'
import { roles, type Account } from '@ken/core'

/** A person. */
export const accountSchema = z
  .object({ id: z.string(), email: z.string(), name: z.string(), role: z.enum(roles) })
  .openapi('User')

export const accountView = ({
  id,
  email,
  name,
  role,
}: Pick<Account, 'id' | 'email' | 'name' | 'role'>): z.infer<typeof accountSchema> => ({
  id,
  email,
  name,
  role,
})
