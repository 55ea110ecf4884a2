import { notifyOwners } from '../../notices/notice.ts'
import type { Stores } from '../../ports/index.ts'
import type { Account, AccountId } from '../../model/accounts/account.ts'

/**
 * Revokes the service keys that a person is responsible for, and emails every active Owner. Returns
 * their number. Called after every change of the account by which the person stops being an active
 * Owner or becomes one again: a key that stopped working with the role never works again by itself.
 */
export async function endServiceKeys(
  stores: Pick<Stores, 'accounts' | 'jobs' | 'keys' | 'now'>,
  { id, email }: Pick<Account, 'id' | 'email'>,
  by: AccountId | null,
): Promise<number> {
  const ended = await stores.keys.revokeServiceKeys(id, by)
  if (ended.length === 0) return 0
  const keys = ended.map(({ name, prefix, source }) => ({
    keyName: name,
    keyPrefix: prefix,
    source,
  }))
  await notifyOwners(stores, { kind: 'service_keys_ended', responsible: email, keys })
  return ended.length
}
