import type { Anonymous } from '../actor.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { PasswordRejected } from '../passwords/password-errors.ts'
import { judgePassword } from '../passwords/password-policy.ts'
import { setPassword } from '../passwords/password.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import { openChallenge } from './challenge.ts'
import type { SignInRefused } from './sign-in-errors.ts'
import { advance, present, type SignInDevice, type SignInStep } from './stages.ts'

export type SetForcedPassword = SignInDevice & { readonly challenge: string; readonly newPassword: string }

const refused = err({ code: 'sign_in.refused' })

/** The third stage: a permanent password in place of a temporary one (SPEC 5.3.3). Every session ends. */
export async function setForcedPassword(
  ports: Pick<
    Ports,
    | 'accessTokens'
    | 'breachedPasswords'
    | 'ids'
    | 'passwordHasher'
    | 'passwordStrength'
    | 'refreshTokens'
    | 'secrets'
    | 'transact'
  >,
  { challenge: presented, newPassword, ...from }: SetForcedPassword,
): Promise<Result<SignInStep, SignInRefused | PasswordRejected>> {
  const actor: Anonymous = { kind: 'anonymous', via: 'web', ...from.origin }
  // Judged before the password is: whoever has no challenge makes nobody score passwords (R13).
  const found = await ports.transact(async (stores) => {
    const open = await openChallenge(ports, stores, presented, 'password_change')
    return open === null ? refused : ok(open)
  })
  if (!found.ok) return found
  const { account, challenge } = found.value

  const password = await judgePassword(ports, newPassword, [account.name, account.email])
  if (!password.ok) return password
  if (await ports.passwordHasher.verify(password.value, account.passwordHash)) {
    return err({ code: 'password.rejected', reasons: ['same_as_current'] })
  }
  const hash = await ports.passwordHasher.hash(password.value)

  const opened = await ports.transact(async (stores) => {
    const open = await openChallenge(ports, stores, presented, 'password_change')
    if (open === null || !(await stores.challenges.consume(challenge.id))) return refused
    const changed = await setPassword(stores, open.account, hash, null)
    await stores.audit.append({ ...auditEntry(actor, 'password.change', `user:${account.id}`), actorId: account.id })
    return ok(await advance(ports, stores, changed, challenge, from))
  })
  return opened.ok ? ok(await present(ports, opened.value)) : opened
}
