import type { Actor } from '../model/actor.ts'
import type { Stores } from '../ports/index.ts'
import type { SessionId } from '../model/sessions/session.ts'
import type { Account } from '../model/accounts/account.ts'
import type { Standing } from '../model/accounts/permissions.ts'

/**
 * The live standing of an actor for an act: role and status come from the database, not from the credential, and
 * the session of the actor is alive until this transaction has ended. The operator stands as an Owner. Null for
 * nobody, for a missing or deactivated account, after the end of the session, and for a person who comes by a key or a
 * chat: those read and never administer. Locks on accounts come before.
 */
export const standingOf = (stores: Pick<Stores, 'accounts'>, actor: Actor): Promise<Standing | null> =>
  judged(actor, ({ userId, sessionId }) =>
    // A portal that signs people in by itself names no session.
    sessionId === null ? stores.accounts.find(userId) : stores.accounts.findSignedIn(userId, sessionId as SessionId),
  )

/** The same for an operation that only reads, which an ended session does not stop here. */
export const readerStandingOf = (stores: Pick<Stores, 'accounts'>, actor: Actor): Promise<Standing | null> =>
  judged(actor, ({ userId }) => stores.accounts.find(userId))

type PersonOnWeb = Extract<Actor, { readonly kind: 'person' }>

async function judged(actor: Actor, find: (person: PersonOnWeb) => Promise<Account | null>): Promise<Standing | null> {
  if (actor.kind === 'operator') return { id: null, role: 'Owner' }
  if (actor.kind !== 'person' || actor.via !== 'web') return null
  const account = await find(actor)
  return account?.status === 'active' ? { id: account.id, role: account.role } : null
}

export const isAdministrator = (standing: Standing | null): boolean => standing !== null && standing.role !== 'Member'
