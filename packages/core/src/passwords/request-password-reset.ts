import { canonicalEmail } from '../model/accounts/email.ts'
import type { Anonymous } from '../model/actor.ts'
import type { MailNotConfigured } from '../model/mail/mail-errors.ts'
import type { AttemptBucket, AttemptLimit, Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { addressBucket, refundIfThrown } from '../attempt-limits/attempt-limits.ts'

export type RequestPasswordReset = { readonly actor: Anonymous; readonly email: string }

/** The requests from one client address in an hour. Further ones wait an hour. */
export const resetRequestLimit: AttemptLimit = {
  failuresMax: 20,
  windowSeconds: 3_600,
  firstDelaySeconds: 3_600,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
}
/** Counts separately from sign-ins: neither limit affects the other. */
export const resetRequestBucket = (address: string | null): AttemptBucket =>
  `reset_request:${addressBucket(address)}`

/**
 * Queues an email with a link to set a new password. The account is looked up later, by the job, so that the response
 * does not reveal whether the address has one. A client over its limit gets the same response, and nothing is queued.
 */
export async function requestPasswordReset(
  ports: Pick<Ports, 'attemptLimits' | 'mailer'> & Transacts<'jobs'>,
  { actor, ...input }: RequestPasswordReset,
): Promise<Result<null, MailNotConfigured>> {
  if (ports.mailer === null) return err({ code: 'mail.not_configured' })
  const { address, requestId } = actor
  const bucket = resetRequestBucket(address)
  const { allowed: isAllowed } = await ports.attemptLimits.take(bucket, resetRequestLimit)
  const email = canonicalEmail(input.email)
  if (!isAllowed || email === null) return ok(null)
  return refundIfThrown(ports, [bucket], () =>
    ports.transact(async ({ jobs }) => {
      const origin = { address, requestId }
      await jobs.enqueue([{ kind: 'deliver_password_reset', email, origin }])
      return ok(null)
    }),
  )
}
