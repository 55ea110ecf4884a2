import type { Account } from '../model/accounts/account.ts'
import { isSameSecret } from '../credentials/second-factor.ts'
import type { Ports, Stores, Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import type { Challenge, Stage } from '../model/sign-in/challenge.ts'

export type OpenChallenge = { readonly challenge: Challenge; readonly account: Account }

/**
 * Returns the live challenge of a presented secret and its account, and locks the account until the transaction ends.
 * Null if the challenge belongs to another stage, or if the account has since been deactivated or changed its password.
 */
export async function openChallenge(
  { secrets }: Pick<Ports, 'secrets'>,
  stores: Pick<Stores, 'challenges' | 'lockAccount'>,
  presented: string,
  stage: Stage,
): Promise<OpenChallenge | null> {
  const digest = secrets.digest(presented)
  const found = digest === null ? null : await stores.challenges.find(digest)
  if (digest === null || found === null) return null
  // Every transaction that removes an account's challenges locks the account first. The reverse order would deadlock.
  const account = await stores.lockAccount(found.userId)
  const challenge = await stores.challenges.find(digest)
  if (challenge?.stage !== stage) return null
  if (account?.status !== 'active' || account.passwordEpoch !== challenge.passwordEpoch) return null
  return { challenge, account }
}

/** Runs the check of an attempt that is already counted. If the check throws, the attempt is returned. */
export async function verifyAttempt<Verdict>(
  { transact }: Transacts<'challenges'>,
  { challenge }: OpenChallenge,
  check: () => Promise<Verdict>,
): Promise<Verdict> {
  try {
    return await check()
  } catch (error) {
    // An error of the refund must not hide this one.
    await transact(async ({ challenges }) =>
      ok(await challenges.refundAttempt(challenge.id)),
    ).catch(() => {})
    throw error
  }
}

/**
 * Consumes a challenge that an earlier transaction opened, and locks its account. Null if the challenge is already
 * consumed, or if the account, password or second factor has changed since: the verification no longer counts.
 */
export async function consumeChallenge(
  ports: Pick<Ports, 'cipher' | 'log'>,
  stores: Pick<Stores, 'challenges' | 'lockAccount'>,
  { challenge, account }: OpenChallenge,
): Promise<Account | null> {
  const current = await stores.lockAccount(account.id)
  const isUnchanged =
    current?.status === 'active' &&
    current.passwordEpoch === challenge.passwordEpoch &&
    current.mfaEnabledAt?.getTime() === account.mfaEnabledAt?.getTime() &&
    isSameSecret(ports, account, current)
  return isUnchanged && (await stores.challenges.consume(challenge.id)) ? current : null
}
