import type { Account } from '../model/accounts/account.ts'
import type { Email } from '../model/accounts/email.ts'
import { anyAccount, type Notice, type NoticeSubject, type Stores } from '../ports/index.ts'

const ownersPerPage = 100

/**
 * Queues an email that notifies a person of a change to their account, in the transaction of the change. It goes to the
 * address at that time, so that a later change of address cannot hide it.
 */
export async function notify(
  stores: Pick<Stores, 'jobs' | 'now'>,
  { email, name }: Pick<Account, 'email' | 'name'>,
  about: NoticeSubject,
): Promise<void> {
  const notice: Notice = {
    to: { address: email, name },
    about,
    at: (await stores.now()).toISOString(),
  }
  await stores.jobs.enqueue([{ kind: 'deliver_notice', notice }])
}

/** Notifies every active Owner by email, in the transaction of the change. */
export async function notifyOwners(
  stores: Pick<Stores, 'accounts' | 'jobs' | 'now'>,
  about: NoticeSubject,
): Promise<void> {
  let after: Email | null = null
  for (;;) {
    const page: { readonly after: Email | null; readonly limit: number } = {
      after,
      limit: ownersPerPage,
    }
    const owners = await stores.accounts.list(
      { ...anyAccount, role: 'Owner', status: 'active' },
      page,
    )
    for (const owner of owners) await notify(stores, owner, about)
    after = owners.at(-1)?.email ?? null
    if (owners.length < ownersPerPage) return
  }
}
