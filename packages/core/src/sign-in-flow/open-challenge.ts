import type { Account } from '../model/accounts/account.ts'
import type { Ports, Stores } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import type { Challenge, Stage } from '../model/sign-in/challenge.ts'

export type OpenChallenge = { readonly challenge: Challenge; readonly account: Account }

/**
 * The live challenge behind a presented secret and its account, which is locked until the transaction ends. Null
 * when it is of another stage, or the account was deactivated or got another password since.
 */
export async function openChallenge(
  { secrets }: Pick<Ports, 'secrets'>,
  stores: Stores,
  presented: string,
  stage: Stage,
): Promise<OpenChallenge | null> {
  const digest = secrets.digest(presented)
  const found = digest === null ? null : await stores.challenges.find(digest)
  if (digest === null || found === null) return null
  // Whoever removes all challenges of an account locks it first, too: the other order would deadlock.
  const account = await stores.lockAccount(found.userId)
  const challenge = await stores.challenges.find(digest)
  if (challenge?.stage !== stage) return null
  if (account?.status !== 'active' || account.passwordEpoch !== challenge.passwordEpoch) return null
  return { challenge, account }
}

/** Judges a try that was counted before. When the judge throws, nothing was judged, and the try is given back. */
export async function judgeTry<Verdict>(
  { transact }: Pick<Ports, 'transact'>,
  { challenge }: OpenChallenge,
  judge: () => Promise<Verdict>,
): Promise<Verdict> {
  return judge().catch(async (error: unknown) => {
    await transact(async ({ challenges }) => ok(await challenges.forgiveTry(challenge.id)))
    throw error
  })
}

/**
 * Uses a challenge up that was opened in an earlier transaction, and locks its account. Null when somebody did first,
 * or when account, password or second factor changed since: what was judged meanwhile no longer counts.
 */
export async function consumeChallenge(stores: Stores, { challenge, account }: OpenChallenge): Promise<Account | null> {
  const current = await stores.lockAccount(account.id)
  const holds =
    current?.status === 'active' &&
    current.passwordEpoch === challenge.passwordEpoch &&
    current.mfaSecret === account.mfaSecret &&
    current.mfaEnabledAt?.getTime() === account.mfaEnabledAt?.getTime()
  return holds && (await stores.challenges.consume(challenge.id)) ? current : null
}
