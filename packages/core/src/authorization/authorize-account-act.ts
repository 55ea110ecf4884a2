import type { Actor } from '../model/actor.ts'
import type { Stores } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { AccountNotFound, Forbidden, LastOwner } from '../model/accounts/account-errors.ts'
import type { Account, AccountId } from '../model/accounts/account.ts'
import {
  isLastOwner,
  mayActOn,
  type AccountAct,
  type EffectiveRole,
} from '../model/accounts/permissions.ts'
import { isAdministrator, effectiveRoleOf } from './effective-role.ts'

/** The locked account that an act is about, and the effective role of the actor. */
export type AuthorizedAccountAct = { readonly account: Account; readonly actorRole: EffectiveRole }

/**
 * Locks the account and checks the permission matrix. Callers who are not administrators do not
 * learn whether the account exists.
 */
export async function authorizeAccountAct(
  stores: Pick<Stores, 'accounts' | 'lockAccount'>,
  {
    actor,
    act,
    userId,
  }: { readonly actor: Actor; readonly act: AccountAct; readonly userId: AccountId },
): Promise<Result<AuthorizedAccountAct, Forbidden | AccountNotFound>> {
  // Always in the same order, so that two people who act on each other cannot deadlock.
  const parties =
    actor.kind === 'person' && actor.userId !== userId
      ? [actor.userId, userId].toSorted()
      : [userId]
  let account: Account | null = null
  for (const id of parties) {
    const locked = await stores.lockAccount(id)
    if (id === userId) account = locked
  }
  const by = await effectiveRoleOf(stores, actor)
  if (by === null || !(isAdministrator(by) || by.id === userId))
    return err({ code: 'account.forbidden' })
  if (account === null) return err({ code: 'account.not_found', identifier: userId })
  return mayActOn(by, act, account)
    ? ok({ account, actorRole: by })
    : err({ code: 'account.forbidden' })
}

/**
 * The same for an act that may leave no active Owner: deactivation, deletion, demotion. All such
 * acts wait for each other, so that two Owners cannot remove each other concurrently and the last
 * active one stays.
 */
export async function authorizeAccountRemoval(
  stores: Pick<Stores, 'accounts' | 'lockAccount' | 'lockOwners'>,
  request: {
    readonly actor: Actor
    readonly act: 'deactivate' | 'delete' | 'change_role'
    readonly userId: AccountId
  },
): Promise<Result<AuthorizedAccountAct, Forbidden | AccountNotFound | LastOwner>> {
  await stores.lockOwners()
  const target = await authorizeAccountAct(stores, request)
  if (!target.ok || target.value.account.role !== 'Owner') return target
  return isLastOwner(target.value.account, await stores.accounts.countActiveOwners())
    ? err({ code: 'account.last_owner' })
    : target
}
