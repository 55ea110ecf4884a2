import type { Anonymous } from '../model/actor.ts'
import { auditEntry, failed } from '../model/audit-entry.ts'
import type { PasswordRejected } from '../model/passwords/password-errors.ts'
import { hashReplacement } from '../credentials/password-policy.ts'
import { setPassword } from '../credentials/password.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { consumeChallenge, verifyAttempt, openChallenge } from '../sign-in-flow/open-challenge.ts'
import type { SignInRefused } from '../model/sign-in/sign-in-errors.ts'
import {
  advance,
  issueTokens,
  type SignInStep,
  type SignInFlowPorts,
} from '../sign-in-flow/sign-in-flow.ts'
import type { SignInDevice } from '../model/sign-in/sign-in-device.ts'

export type SetForcedPassword = SignInDevice & {
  readonly challenge: string
  readonly newPassword: string
}

const refused = err({ code: 'sign_in.refused' })

/**
 * The third stage: replaces a temporary password with a permanent one and ends every session. A rejected password
 * counts as an attempt, so that one challenge cannot request unlimited strength checks.
 */
export async function setForcedPassword(
  ports: SignInFlowPorts &
    Pick<Ports, 'breachedPasswords' | 'cipher' | 'log' | 'passwordHasher' | 'passwordStrength'>,
  { challenge: presented, newPassword, ...from }: SetForcedPassword,
): Promise<Result<SignInStep, SignInRefused | PasswordRejected>> {
  const actor: Anonymous = { kind: 'anonymous', via: 'web', ...from.origin }
  const tried = await ports.transact(async (stores) => {
    const open = await openChallenge(ports, stores, presented, 'password_change')
    if (open === null) return refused
    await stores.challenges.countAttempt(open.challenge.id)
    return ok(open)
  })
  if (!tried.ok) return tried
  const { account, challenge } = tried.value
  const entry = auditEntry(actor, 'password.change', `user:${account.id}`)
  const reject = async (rejected: PasswordRejected) => {
    const meta = { reason: rejected.reasons.join() }
    await ports.transact(async ({ audit }) => ok(await audit.append({ ...failed(entry), meta })))
    return err(rejected)
  }

  return verifyAttempt(ports, tried.value, async () => {
    const hash = await hashReplacement(ports, newPassword, account)
    if (!hash.ok) return reject(hash.error)

    const opened = await ports.transact(async (stores) => {
      const current = await consumeChallenge(ports, stores, tried.value)
      if (current === null) return refused
      const changed = await setPassword(stores, current, hash.value, null)
      await stores.audit.append({ ...entry, actorId: account.id })
      return ok(await advance(ports, stores, changed, challenge, from))
    })
    return opened.ok ? ok(await issueTokens(ports, opened.value)) : opened
  })
}
