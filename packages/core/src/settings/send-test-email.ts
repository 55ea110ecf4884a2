import type { Forbidden } from '../model/accounts/account-errors.ts'
import { refundIfThrown } from '../attempt-limits/attempt-limits.ts'
import { isAdministrator, effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Person } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { MailNotConfigured, TestEmailsExhausted } from '../model/mail/mail-errors.ts'
import { notify } from '../notices/notice.ts'
import type { AttemptLimit, Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type SendTestEmail = { readonly actor: Person }

/** The test emails of a person in an hour. */
export const testEmailLimit: AttemptLimit = {
  failuresMax: 3,
  windowSeconds: 3_600,
  firstDelaySeconds: 3_600,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
}

/**
 * Queues a test email to the address of the person who asks: three an hour. It is sent like all other email, through
 * the queue and a worker. For Owner and Admin.
 */
export async function sendTestEmail(
  ports: Pick<Ports, 'attemptLimits' | 'mailer'> & Transacts<'accounts' | 'audit' | 'jobs' | 'now'>,
  { actor }: SendTestEmail,
): Promise<Result<null, Forbidden | MailNotConfigured | TestEmailsExhausted>> {
  const permitted = await ports.transact(async (stores) =>
    isAdministrator(await effectiveRoleOf(stores, actor))
      ? ok(null)
      : err({ code: 'account.forbidden' }),
  )
  if (!permitted.ok) return permitted
  if (ports.mailer === null) return err({ code: 'mail.not_configured' })
  const bucket = `test_email:${actor.userId}` as const
  const taken = await ports.attemptLimits.take(bucket, testEmailLimit)
  if (!taken.allowed)
    return err({
      code: 'mail.tests_exhausted',
      retryAfterSeconds: taken.retryAfterSeconds ?? testEmailLimit.windowSeconds,
    })
  return refundIfThrown(ports, [bucket], () =>
    ports.transact(async (stores): Promise<Result<null, Forbidden>> => {
      const account = await stores.accounts.find(actor.userId)
      if (account === null) return err({ code: 'account.forbidden' })
      await notify(stores, account, { kind: 'test_email' })
      await stores.audit.append(auditEntry(actor, 'mail.test', `user:${actor.userId}`))
      return ok(null)
    }),
  )
}
