import { canonicalEmail } from '../model/accounts/email.ts'
import type { Anonymous } from '../model/actor.ts'
import type { MailNotConfigured } from '../model/mail/mail-errors.ts'
import type { GuessBucket, GuessRule, Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { addressBucket } from '../attempt-limits/guesses.ts'

export type RequestPasswordReset = { readonly actor: Anonymous; readonly email: string }

/** Requests from one client address in an hour, and then none for another. */
export const resetRequestRule: GuessRule = {
  failuresMax: 20,
  windowSeconds: 3_600,
  firstDelaySeconds: 3_600,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
}
/** They count apart from sign-ins: neither closes the other. */
export const resetRequestBucket = (address: string): GuessBucket => `reset_request:${addressBucket(address)}`

/**
 * Has a link to set a new password mailed to whoever has an address. Nothing is looked up before the
 * answer, so that it is one for all: whose address it is, if anybody's, is a question for later.
 */
export async function requestPasswordReset(
  ports: Pick<Ports, 'guessBudgets' | 'mailer' | 'transact'>,
  { actor, ...input }: RequestPasswordReset,
): Promise<Result<null, MailNotConfigured>> {
  if (ports.mailer === null) return err({ code: 'mail.not_configured' })
  const { address, requestId } = actor
  const bucket = address === null ? null : resetRequestBucket(address)
  const isAllowed = bucket === null || (await ports.guessBudgets.take(bucket, resetRequestRule)).allowed
  const email = canonicalEmail(input.email)
  if (!isAllowed || email === null) return ok(null)
  return ports.transact(async ({ jobs }) => {
    await jobs.enqueue([{ kind: 'deliver_password_reset', email, origin: { address, requestId } }])
    return ok(null)
  })
}
