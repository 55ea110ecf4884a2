import type { Account } from '../model/accounts/account.ts'
import type { Anonymous } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import { mailOutcome } from '../mail/mail-outcome.ts'
import { noPast, type JobOf, type JobOutcome, type JobPast, type Ports, type Stores } from '../ports/index.ts'
import { err, ok } from '../model/result.ts'
import type { OpenPasswordReset } from './open-password-reset.ts'
import { newPasswordReset, passwordResetMailsMax, type PasswordResetId } from '../model/passwords/password-reset.ts'

type DeliverPasswordReset = JobOf<'deliver_password_reset'>

/**
 * Mails a link to set a new password, if the account is there and active by now. Its token is made now, so that nothing
 * secret waits in a queue, and is stored before the mail leaves: who dies in between has sent one more mail, and the
 * last token is the only good one. What somebody asked for on the sign-in page is at most so many mails; one that
 * was perhaps taken counts, and its token is good until the next one is made.
 */
export async function deliverPasswordReset(
  ports: Pick<Ports, 'ids' | 'mailer' | 'secrets' | 'transact'>,
  job: DeliverPasswordReset,
  past: JobPast = noPast,
): Promise<JobOutcome> {
  if (ports.mailer === null) return err({ code: 'mail.deferred', reason: 'No mail server is configured.' })
  const { plain: token, digest } = ports.secrets.newSecret()
  const { value: begun } = await ports.transact(async (stores) => ok(await begin(ports, stores, job, digest)))
  if (begun === null) return ok(null)

  const { account, reset } = begun
  const to = { address: account.email, name: account.name }
  const verdict = await ports.mailer.send({ kind: 'password_reset', to, token, expiresAt: reset.expiresAt })
  await ports.transact(async ({ audit, passwordResets }) => {
    if (verdict.kind === 'refused' || verdict.kind === 'deferred') await passwordResets.remove(reset.id)
    else if ('origin' in job) {
      const actor: Anonymous = { kind: 'anonymous', via: 'web', ...job.origin }
      await audit.append(auditEntry(actor, 'password.request_reset', `user:${account.id}`))
    }
    return ok(null)
  })
  return mailOutcome(verdict, past)
}

/** Stores the token of a mail that may be sent; null when there is nobody to send it to, or there were enough. */
async function begin(
  ports: Pick<Ports, 'ids'>,
  stores: Stores,
  job: DeliverPasswordReset,
  digest: string,
): Promise<OpenPasswordReset | null> {
  const account = await lockedHolder(stores, job)
  if (account?.status !== 'active') return null
  if ('email' in job && (await stores.passwordResets.count(account.id)) >= passwordResetMailsMax) return null
  const reset = newPasswordReset(ports.ids.newId() as PasswordResetId, account, await stores.now())
  await stores.passwordResets.insert(reset, digest)
  return { account, reset }
}

async function lockedHolder(stores: Stores, job: DeliverPasswordReset): Promise<Account | null> {
  const id = 'userId' in job ? job.userId : (await stores.accounts.findByEmail(job.email))?.id
  if (id === undefined) return null
  const account = await stores.lockAccount(id)
  // Whoever changed the address in between has taken it away from whoever reads mail there.
  return 'userId' in job || account?.email === job.email ? account : null
}
