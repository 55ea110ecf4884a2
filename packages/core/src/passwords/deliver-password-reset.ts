import type { Account } from '../model/accounts/account.ts'
import type { Anonymous } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import { mailOutcome } from '../mail/mail-outcome.ts'
import {
  noHistory,
  type JobOf,
  type JobOutcome,
  type JobHistory,
  type Ports,
  type Stores,
  type Transacts,
} from '../ports/index.ts'
import { err, ok } from '../model/result.ts'
import type { OpenPasswordReset } from './open-password-reset.ts'
import {
  newPasswordReset,
  passwordResetEmailsMax,
  type PasswordResetId,
} from '../model/passwords/password-reset.ts'

type DeliverPasswordReset = JobOf<'deliver_password_reset'>

/**
 * Sends a link to set a new password if the account exists and is active. The token is created here, so that the queue
 * holds no secret, and is stored before the email is sent: a crash in between costs at most one more email, and only
 * the last token works. Requests from the sign-in page send at most `passwordResetEmailsMax` emails. An email with an
 * unknown outcome counts, and its token works until the next one is created.
 */
export async function deliverPasswordReset(
  ports: Pick<Ports, 'ids' | 'mailer' | 'secrets'> &
    Transacts<'accounts' | 'audit' | 'lockAccount' | 'now' | 'passwordResets'>,
  job: DeliverPasswordReset,
  past: JobHistory = noHistory,
): Promise<JobOutcome> {
  if (ports.mailer === null)
    return err({ code: 'mail.deferred', reason: 'No mail server is configured.' })
  const { plain: token, digest } = ports.secrets.newSecret()
  const { value: stored } = await ports.transact(async (stores) =>
    ok(await storeReset(ports, stores, job, digest)),
  )
  if (stored === null) return ok(null)

  const { account, reset } = stored
  const to = { address: account.email, name: account.name }
  const verdict = await ports.mailer.send({
    kind: 'password_reset',
    to,
    token,
    expiresAt: reset.expiresAt,
  })
  await ports.transact(async ({ audit, passwordResets }) => {
    if (verdict.kind === 'refused' || verdict.kind === 'deferred')
      await passwordResets.remove(reset.id)
    else if ('origin' in job) {
      const actor: Anonymous = { kind: 'anonymous', via: 'web', ...job.origin }
      await audit.append(auditEntry(actor, 'password.request_reset', `user:${account.id}`))
    }
    return ok(null)
  })
  return mailOutcome(verdict, past)
}

/** Stores the token of the email to send. Null without an active account, or once the limit is reached. */
async function storeReset(
  ports: Pick<Ports, 'ids'>,
  stores: Pick<Stores, 'accounts' | 'lockAccount' | 'now' | 'passwordResets'>,
  job: DeliverPasswordReset,
  digest: string,
): Promise<OpenPasswordReset | null> {
  const account = await lockedAccount(stores, job)
  if (account?.status !== 'active') return null
  if ('email' in job && (await stores.passwordResets.count(account.id)) >= passwordResetEmailsMax)
    return null
  const reset = newPasswordReset(ports.ids.newId() as PasswordResetId, account, await stores.now())
  await stores.passwordResets.insert(reset, digest)
  return { account, reset }
}

async function lockedAccount(
  stores: Pick<Stores, 'accounts' | 'lockAccount'>,
  job: DeliverPasswordReset,
): Promise<Account | null> {
  const id = 'userId' in job ? job.userId : (await stores.accounts.findByEmail(job.email))?.id
  if (id === undefined) return null
  const account = await stores.lockAccount(id)
  // The address may have changed before the lock: its previous owner must not get the link.
  return 'userId' in job || account?.email === job.email ? account : null
}
