import type { Account } from '../accounts/account.ts'
import { canonicalEmail } from '../accounts/email.ts'
import type { Anonymous } from '../actor.ts'
import { auditEntry, failed } from '../audit/audit-entry.ts'
import { normalPassword } from '../passwords/password-policy.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import { accountBucket, accountRule, addressBucket, addressRule, alarmIfExhausted } from './guesses.ts'
import type { SignInRefused } from './sign-in-errors.ts'
import { advance, present, type SignInDevice, type SignInStep } from './stages.ts'

export type SignIn = SignInDevice & { readonly email: string; readonly password: string; readonly rememberMe: boolean }

type SignInPorts = Pick<
  Ports,
  'accessTokens' | 'guessBudgets' | 'ids' | 'log' | 'passwordHasher' | 'refreshTokens' | 'secrets' | 'transact'
>

const refused = err({ code: 'sign_in.refused' })

/**
 * The first stage: address and password (SPEC 5.1). Unknown, wrong, deactivated and throttled are one
 * answer after the same work (R20). Budgets are taken before the password is looked at (R21); a server
 * that cannot judge gives them back.
 */
export async function signIn(
  ports: SignInPorts,
  { email, password, rememberMe, ...from }: SignIn,
): Promise<Result<SignInStep, SignInRefused>> {
  const actor: Anonymous = { kind: 'anonymous', via: 'web', ...from.origin }
  const normal = normalPassword(password)
  if (normal === null) return refused
  const canonical = canonicalEmail(email)
  const account =
    canonical === null ? null : (await ports.transact(async ({ accounts }) => ok(await accounts.findByEmail(canonical)))).value
  const bucket = account?.id ?? canonical

  // An address that is refused takes nothing from the account: it could shut everybody out.
  const address = from.origin.address === null ? null : addressBucket(from.origin.address)
  const byAddress = address === null || (await ports.guessBudgets.take(address, addressRule)).allowed
  const guess = byAddress && bucket !== null ? await ports.guessBudgets.take(accountBucket(bucket), accountRule) : null
  const byAccount = guess?.allowed === true
  const judged = byAccount && account?.status === 'active' ? account : null
  // Only what was taken: giving back to a bucket that is closed would open it.
  const forgive = async () => {
    if (address !== null && byAddress) await ports.guessBudgets.forgive(address)
    if (bucket !== null && byAccount) await ports.guessBudgets.forgive(accountBucket(bucket))
  }
  const refuse = async () => {
    await ports.transact(async ({ audit }) =>
      ok(await audit.append(failed(auditEntry(actor, 'sign_in.fail', `user:${account?.id ?? 'unknown'}`)))),
    )
    return refused
  }

  const matches = await ports.passwordHasher.verify(normal, judged?.passwordHash ?? null).catch(async (error: unknown) => {
    await forgive()
    throw error
  })
  if (!matches || judged === null) {
    if (bucket !== null && guess !== null) await alarmIfExhausted(ports, actor, bucket, guess)
    return refuse()
  }
  await forgive()

  const rehashed = ports.passwordHasher.isOutdated(judged.passwordHash ?? '') ? await ports.passwordHasher.hash(normal) : null
  const opened = await ports.transact(async (stores) => {
    await stores.lockAccount(judged.id)
    const current = await stores.accounts.find(judged.id)
    if (!isStillProven(judged, current, await stores.now())) return refused
    const proven: Account = { ...current, passwordHash: rehashed ?? current.passwordHash }
    if (rehashed !== null) await stores.accounts.update(proven)
    return ok(await advance(ports, stores, proven, { secondFactorPassed: false, rememberMe }, from))
  })
  if (!opened.ok) return refuse()
  // A right password alone must not buy new guesses of the second factor.
  if (opened.value.kind === 'signed_in') await ports.guessBudgets.clear(accountBucket(judged.id))
  return ok(await present(ports, opened.value))
}

/** Whether what the password proved still holds now that the account is locked. */
function isStillProven(proven: Account, current: Account | null, now: Date): current is Account {
  if (current === null || current.status !== 'active' || current.passwordEpoch !== proven.passwordEpoch) return false
  return current.temporaryPasswordExpiresAt === null || current.temporaryPasswordExpiresAt > now
}
