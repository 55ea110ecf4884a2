import { z } from '@hono/zod-openapi'
import { actRefusals, actsOnAccount, canonicalEmail, roles } from '@ken/core'

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

const may = z.array(z.enum(actsOnAccount)).openapi({
  description: 'The acts that the caller may perform on the account and that would change it.',
})

/** A person in a list. */
export const listedPersonSchema = personSchema.extend({ may }).openapi('ListedPerson')

/** A person with their groups and the number of their sessions and keys. */
export const personCardSchema = personSchema
  .extend({
    active_sessions: z.int(),
    active_keys: z.int(),
    groups: z.array(z.string()),
    may,
    refusals: z.partialRecord(z.enum(actsOnAccount), z.enum(actRefusals)).openapi({
      description:
        'Why each other act is not possible. `own_account`: not on your own account. `role`: your role does not permit it. `last_owner`: no active Owner would remain. `account_active`: the account is active already. `account_deactivated`: the account is deactivated.',
    }),
  })
  .openapi('PersonCard')
