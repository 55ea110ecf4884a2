import type { Actor } from '../actor.ts'
import type { Stores } from '../ports/index.ts'
import type { Standing } from './permissions.ts'

/**
 * The live standing of an actor: role and status come from the database, not from the credential (R48).
 * The operator stands as an Owner. Null for nobody, for a missing or deactivated account, and for a person who
 * comes by a key or a chat: those read and never administer (SPEC 2.4).
 */
export async function standingOf(stores: Pick<Stores, 'accounts'>, actor: Actor): Promise<Standing | null> {
  if (actor.kind === 'operator') return { id: null, role: 'Owner' }
  if (actor.kind === 'anonymous' || actor.via !== 'web') return null
  const account = await stores.accounts.find(actor.userId)
  return account?.status === 'active' ? { id: account.id, role: account.role } : null
}

export const isAdministrator = (standing: Standing | null): boolean => standing !== null && standing.role !== 'Member'
