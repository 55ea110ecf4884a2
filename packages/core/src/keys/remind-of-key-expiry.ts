import { notify, notifyOwners } from '../notices/notice.ts'
import type { NoticeSubject, Ports, Stores, Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import { keyReminderDays, mayHoldServiceKeys, responsibleId, type Key } from '../model/keys/key.ts'

const batchMax = 100

/**
 * Notifies people by email of keys that expire within seven days, once per key, and returns the number of keys. The
 * transaction that marks a key also queues its email, so that schedulers may crash or run concurrently. Without a mail
 * server no key is marked: the reminder follows once there is one.
 */
export async function remindOfKeyExpiry(
  ports: Pick<Ports, 'mailer'> & Transacts<'accounts' | 'jobs' | 'keys' | 'now'>,
): Promise<number> {
  if (ports.mailer === null) return 0
  let reminded = 0
  for (;;) {
    const { value } = await ports.transact(async (stores) => {
      const keys = await stores.keys.claimExpiring(keyReminderDays, batchMax)
      for (const key of keys) await remindOf(stores, key)
      return ok(keys.length)
    })
    reminded += value
    if (value < batchMax) return reminded
  }
}

/** Notifies the active owner of a personal key. For a service key its responsible Owner, or else every Owner. */
async function remindOf(
  stores: Pick<Stores, 'accounts' | 'jobs' | 'now'>,
  key: Key,
): Promise<void> {
  const responsible = responsibleId(key)
  const account = responsible === null ? null : await stores.accounts.find(responsible)
  if (key.kind === 'personal') {
    if (account?.status === 'active') await notify(stores, account, keyExpiring(key))
  } else if (account !== null && mayHoldServiceKeys(account))
    await notify(stores, account, keyExpiring(key))
  else await notifyOwners(stores, keyExpiring(key))
}

const keyExpiring = ({ name, prefix, expiresAt }: Key): NoticeSubject => ({
  kind: 'key_expiring',
  keyName: name,
  keyPrefix: prefix,
  expiresAt: expiresAt!.toISOString(), // Only keys that expire are claimed.
})
