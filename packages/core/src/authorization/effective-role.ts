import type { Actor } from '../model/actor.ts'
import type { Stores } from '../ports/index.ts'
import type { SessionId } from '../model/sessions/session.ts'
import type { Account } from '../model/accounts/account.ts'
import type { EffectiveRole } from '../model/accounts/permissions.ts'

/**
 * The effective role of an actor. Role and status come from the database, not from the credential,
 * and the actor's session cannot end before this transaction does. The operator acts as an Owner.
 * Null for an anonymous caller, for a missing or deactivated account, after the end of the session,
 * and for a person with a key or in a chat: those only read. Lock accounts before calling it.
 */
export const effectiveRoleOf = (
  stores: Pick<Stores, 'accounts'>,
  actor: Actor,
): Promise<EffectiveRole | null> =>
  roleOf(actor, ({ userId, sessionId }) =>
    // A portal that authenticates people itself has no session.
    sessionId === null
      ? stores.accounts.find(userId)
      : stores.accounts.findSignedIn(userId, sessionId as SessionId),
  )

/** The same for an operation that only reads. It still works after the session has ended. */
export const readerEffectiveRoleOf = (
  stores: Pick<Stores, 'accounts'>,
  actor: Actor,
): Promise<EffectiveRole | null> => roleOf(actor, ({ userId }) => stores.accounts.find(userId))

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
  effectiveRole !== null && effectiveRole.role !== 'Member'
