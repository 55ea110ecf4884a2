import type { Account } from '../model/accounts/account.ts'
import type { Email } from '../model/accounts/email.ts'
import type { Notice, NoticeSubject, Stores } from '../ports/index.ts'

const ownersPerPage = 100

/**
 * Has the person of an account told by mail what happened to it, in the transaction of what happened. The mail goes to
 * the address of now: who changes it cannot hide what they did.
 */
export async function notify(
  stores: Pick<Stores, 'jobs' | 'now'>,
  { email, name }: Pick<Account, 'email' | 'name'>,
  about: NoticeSubject,
): Promise<void> {
  const notice: Notice = { to: { address: email, name }, about, at: (await stores.now()).toISOString() }
  await stores.jobs.enqueue([{ kind: 'deliver_notice', notice }])
}

/** Notifies every active Owner by mail, in the transaction of what happened. */
export async function notifyOwners(stores: Pick<Stores, 'accounts' | 'jobs' | 'now'>, about: NoticeSubject): Promise<void> {
  let after: Email | null = null
  for (;;) {
    const page: { readonly after: Email | null; readonly limit: number } = { after, limit: ownersPerPage }
    const owners = await stores.accounts.list({ text: null, role: 'Owner', status: 'active' }, page)
    for (const owner of owners) await notify(stores, owner, about)
    after = owners.at(-1)?.email ?? null
    if (owners.length < ownersPerPage) return
  }
}
