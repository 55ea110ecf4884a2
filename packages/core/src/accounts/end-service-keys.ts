import { notifyOwners } from '../notices/notice.ts'
import type { Stores } from '../ports/index.ts'
import type { Account, AccountId } from '../model/accounts/account.ts'

/**
 * Revokes the service keys that a person is responsible for, and notifies every active Owner by mail; returns how many
 * there were. Every act after which the person is no active Owner any more, or becomes one again, comes here after it
 * changed the account: a key that stopped working with one's role never starts again by itself.
 */
export async function endServiceKeys(
  stores: Pick<Stores, 'accounts' | 'jobs' | 'keys' | 'now'>,
  { id, email }: Pick<Account, 'id' | 'email'>,
  by: AccountId | null,
): Promise<number> {
  const ended = await stores.keys.revokeServiceKeys(id, by)
  if (ended.length === 0) return 0
  const keys = ended.map(({ name, prefix, source }) => ({ keyName: name, keyPrefix: prefix, source }))
  await notifyOwners(stores, { kind: 'service_keys_ended', responsible: email, keys })
  return ended.length
}
