import type { Account } from '../accounts/account.ts'
import type { Notice, NoticeSubject, Stores } from '../ports/index.ts'

/**
 * Has the person of an account told by mail what happened to it, in the transaction of what happened (R33). The mail goes to
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
