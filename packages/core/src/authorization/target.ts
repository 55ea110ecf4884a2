import type { Actor } from '../model/actor.ts'
import type { Stores } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { AccountNotFound, Forbidden, LastOwner } from '../model/accounts/account-errors.ts'
import type { Account, AccountId } from '../model/accounts/account.ts'
import { mayActOn, type AccountAct, type Standing } from '../model/accounts/permissions.ts'
import { isAdministrator, standingOf } from './standing.ts'

/** The account that somebody is about to act on, locked, and what they act as. */
export type Target = { readonly account: Account; readonly by: Standing }

/**
 * Locks the account of an act and judges by the permission matrix whether the actor may. Who administers nothing
 * does not learn whether there is such an account.
 */
export async function targetOf(
  stores: Pick<Stores, 'accounts' | 'lockAccount'>,
  { actor, act, userId }: { readonly actor: Actor; readonly act: AccountAct; readonly userId: AccountId },
): Promise<Result<Target, Forbidden | AccountNotFound>> {
  // Both in one order for all, so that two people who act on each other do not wait for each other.
  const parties = actor.kind === 'person' && actor.userId !== userId ? [actor.userId, userId].toSorted() : [userId]
  let account: Account | null = null
  for (const id of parties) {
    const locked = await stores.lockAccount(id)
    if (id === userId) account = locked
  }
  const by = await standingOf(stores, actor)
  if (by === null || !(isAdministrator(by) || by.id === userId)) return err({ code: 'account.forbidden' })
  if (account === null) return err({ code: 'account.not_found', sought: userId })
  return mayActOn(by, act, account) ? ok({ account, by }) : err({ code: 'account.forbidden' })
}

/**
 * The same for an act that may take an active Owner away: deactivation, deletion, demotion. All such acts wait for
 * each other, so that two Owners cannot remove each other at once, and the last active one stays.
 */
export async function removableTargetOf(
  stores: Pick<Stores, 'accounts' | 'lockAccount' | 'lockOwners'>,
  request: { readonly actor: Actor; readonly act: 'deactivate' | 'delete' | 'change_role'; readonly userId: AccountId },
): Promise<Result<Target, Forbidden | AccountNotFound | LastOwner>> {
  await stores.lockOwners()
  const target = await targetOf(stores, request)
  if (!target.ok || target.value.account.role !== 'Owner' || target.value.account.status !== 'active') return target
  return (await stores.accounts.countActiveOwners()) > 1 ? target : err({ code: 'account.last_owner' })
}
