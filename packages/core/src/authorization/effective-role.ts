import type { Actor } from '../model/actor.ts'
import type { Stores } from '../ports/index.ts'
import type { Account } from '../model/accounts/account.ts'
import { administers, type EffectiveRole } from '../model/accounts/permissions.ts'

/**
 * Returns the effective role of an actor. Role and status come from the database, not from the
 * credential, and the actor's session cannot end before this transaction does. The operator acts as
 * an Owner. Returns null for an anonymous caller, a missing or deactivated account and an ended
 * session, and also for a person who uses a key or a chat, because keys and chats only read. Lock
 * accounts before calling it.
 */
export const effectiveRoleOf = (
  stores: Pick<Stores, 'accounts'>,
  actor: Actor,
): Promise<EffectiveRole | null> => signedInRoleOf(actor, stores.accounts, 'findSignedIn')

/**
 * The same at this moment alone, for acts that may take seconds: what ends the session, such as a deactivation, would
 * wait for the act and fail. Call `effectiveRoleOf` too, after the work, and before anything that refers to the account.
 */
export const peekRoleOf = (
  stores: Pick<Stores, 'accounts'>,
  actor: Actor,
): Promise<EffectiveRole | null> => signedInRoleOf(actor, stores.accounts, 'peekSignedIn')

/** The same for operations that only read: the session may have ended. */
export const readerEffectiveRoleOf = (
  stores: Pick<Stores, 'accounts'>,
  actor: Actor,
): Promise<EffectiveRole | null> => roleOf(actor, ({ userId }) => stores.accounts.find(userId))

const signedInRoleOf = (
  actor: Actor,
  accounts: Stores['accounts'],
  find: 'findSignedIn' | 'peekSignedIn',
): Promise<EffectiveRole | null> =>
  roleOf(actor, ({ userId, sessionId }) =>
    // A portal that authenticates people itself has no session.
    sessionId === null ? accounts.find(userId) : accounts[find](userId, sessionId),
  )

type PersonOnWeb = Extract<Actor, { readonly kind: 'person' }>

async function roleOf(
  actor: Actor,
  find: (person: PersonOnWeb) => Promise<Account | null>,
): Promise<EffectiveRole | null> {
  if (actor.kind === 'operator') return { id: null, role: 'Owner' }
  if (actor.kind !== 'person' || !['web', 'portal'].includes(actor.via)) return null
  const account = await find(actor)
  return account?.status === 'active' ? { id: account.id, role: account.role } : null
}

export const isAdministrator = (effectiveRole: EffectiveRole | null): boolean =>
  effectiveRole !== null && administers(effectiveRole)
