import type { Account } from '../model/accounts/account.ts'
import { notify } from '../notices/notice.ts'
import type { NoticeSubject, Ports, Stores } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import { keyReminderDays, mayHoldServiceKeys, responsibleId, type Key } from '../model/keys/key.ts'

const batchMax = 100

/**
 * Has people told by mail that a key expires within seven days, once for each key: a key is marked in the transaction
 * that has the mail sent, so that a scheduler may die at any point, and two may run. Answers of how many keys: of
 * none without a mail server, so that they are reminded of once there is one.
 */
export async function remindOfKeyExpiry(ports: Pick<Ports, 'mailer' | 'transact'>): Promise<number> {
  if (ports.mailer === null) return 0
  let reminded = 0
  for (;;) {
    const { value } = await ports.transact(async (stores) => {
      const keys = await stores.keys.claimExpiring(keyReminderDays, batchMax)
      for (const key of keys) {
        for (const account of await accountsBehind(stores, key)) await notify(stores, account, keyExpiring(key))
      }
      return ok(keys.length)
    })
    reminded += value
    if (value < batchMax) return reminded
  }
}

/** The owner of a key; of a service key the Owner responsible for it, otherwise every Owner. */
async function accountsBehind({ accounts }: Pick<Stores, 'accounts'>, key: Key): Promise<readonly Account[]> {
  const responsible = responsibleId(key)
  const account = responsible === null ? null : await accounts.find(responsible)
  if (key.kind === 'personal') return account?.status === 'active' ? [account] : []
  if (account !== null && mayHoldServiceKeys(account)) return [account]
  return accounts.list({ text: null, role: 'Owner', status: 'active' }, { after: null, limit: batchMax })
}

const keyExpiring = ({ name, prefix, expiresAt }: Key): NoticeSubject => ({
  kind: 'key_expiring',
  keyName: name,
  keyPrefix: prefix,
  expiresAt: expiresAt!.toISOString(), // What never expires is not claimed.
})
