import { z } from '@hono/zod-openapi'
import { canonicalEmail, roles, type Account, type AccountCard } from '@ken/core'
import { anyProblems, bodyProblems } from '../declarations.ts'
import { sessionProblems } from '../../security/session-authentication.ts'

const moment = z.string().openapi({ format: 'date-time' })

/** Where a page of people ends. */
export const personPosition = z.string().refine((text) => canonicalEmail(text) === text)

/** A person as administrators see them. */
export const personSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
    status: z.enum(['active', 'deactivated']),
    must_change_password: z.boolean().openapi({ description: 'A temporary password waits to be replaced.' }),
    mfa_enabled: z.boolean().openapi({ description: 'There is a second factor.' }),
    created_at: moment,
    last_sign_in_at: moment.nullable(),
  })
  .openapi('Person')

export const personView = (account: Account): z.infer<typeof personSchema> => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  status: account.status,
  must_change_password: account.mustChangePassword,
  mfa_enabled: account.mfaEnabledAt !== null,
  created_at: account.createdAt.toISOString(),
  last_sign_in_at: account.lastSignInAt?.toISOString() ?? null,
})

/** A person with what hangs on them, in numbers (R47). */
export const personCardSchema = personSchema
  .extend({ active_sessions: z.int(), active_keys: z.int(), groups: z.array(z.string()) })
  .openapi('PersonCard')

export const personCardView = (card: AccountCard): z.infer<typeof personCardSchema> => ({
  ...personView(card.account),
  active_sessions: card.activeSessions,
  active_keys: card.activeKeys,
  groups: [...card.groups],
})

/** What every act on somebody's account may answer. */
export const personProblems = ['account.not_found', ...sessionProblems, ...anyProblems] as const
/** The same for an act that takes a body. */
export const personBodyProblems = ['account.not_found', ...sessionProblems, ...bodyProblems] as const
