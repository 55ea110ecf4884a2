import type { Account, AccountId } from '../model/accounts/account.ts'
import { notify } from '../notices/notice.ts'
import { remainingAccess } from '../notices/remaining-access.ts'
import { ok } from '../model/result.ts'
import type { Ports, Stores, Transacts } from '../ports/index.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'

/** The second factor that a person presents: a one-time code or a recovery code. */
export type SecondFactorProof = { readonly code: string } | { readonly recoveryCode: string }

/** A correct proof that is not consumed yet. */
export type VerifiedSecondFactor = { readonly step: number } | { readonly recoveryCodeHash: string }

export const recoveryCodesCount = 10

/** What verifies a proof and creates recovery codes. */
export type SecondFactorPorts = Pick<
  Ports,
  'cipher' | 'clock' | 'log' | 'oneTimeCodes' | 'recoveryCodeHasher' | 'recoveryCodeSource'
>

/**
 * Verifies a proof for an account, without consuming it. Throws `Unavailable` if the secret cannot
 * be decrypted, which also raises an alarm: the code may be correct, so it must not count as wrong.
 */
export async function checkSecondFactor(
  ports: SecondFactorPorts,
  account: Account,
  proof: SecondFactorProof,
  unusedRecoveryCodes: readonly string[],
): Promise<VerifiedSecondFactor | null> {
  if ('code' in proof) {
    if (account.mfaSecret === null) return null
    const secret = decryptSecret(ports, account)
    if (secret === null) throw new Unavailable('secrets', unreadable)
    const step = ports.oneTimeCodes.matchingStep(secret, proof.code, ports.clock.now())
    return step === null ? null : { step }
  }
  const code = ports.recoveryCodeSource.normalize(proof.recoveryCode)
  if (code === null || account.mfaEnabledAt === null) return null
  for (const hash of unusedRecoveryCodes) {
    if (await ports.recoveryCodeHasher.verify(code, hash)) return { recoveryCodeHash: hash }
  }
  return null
}

const unreadable = 'No entry of KEN_SECRETS decrypts the second factor of this person.'

/**
 * Consumes a proof in the transaction of the act that it permits. Returns false if it was already
 * consumed. Notifies the person of a used recovery code.
 */
export async function consumeSecondFactor(
  stores: Pick<Stores, 'accounts' | 'jobs' | 'now' | 'recoveryCodes'>,
  account: Account,
  proven: VerifiedSecondFactor,
): Promise<boolean> {
  if ('step' in proven) return stores.accounts.consumeTimeStep(account.id, proven.step)
  if (!(await stores.recoveryCodes.consume(account.id, proven.recoveryCodeHash))) return false
  const codesLeft = (await stores.recoveryCodes.listUnused(account.id)).length
  await notify(stores, account, { kind: 'recovery_code_used', codesLeft })
  return true
}

/**
 * The secret of the account; null if there is none or it cannot be decrypted, which is logged as
 * an error.
 */
export function decryptSecret(
  ports: Pick<Ports, 'cipher' | 'log'>,
  account: Account,
): string | null {
  if (account.mfaSecret === null) return null
  const secret = ports.cipher.decrypt(account.mfaSecret, {
    purpose: 'mfa_secret',
    ownerId: account.id,
  })
  if (secret === null) ports.log.error('second_factor.secret_unreadable', { user_id: account.id })
  return secret
}

/** Whether an account has the secret that was verified, also if it was re-encrypted since. */
export function isSameSecret(
  ports: Pick<Ports, 'cipher' | 'log'>,
  verified: Account,
  current: Account,
): boolean {
  if (current.mfaSecret === verified.mfaSecret) return true
  const secret = decryptSecret(ports, current)
  return secret !== null && secret === decryptSecret(ports, verified)
}

/** A new secret for an account without a second factor, and the URI for its authenticator. */
export type Enrolment = { readonly secret: string; readonly uri: string }

/** Creates a secret for the account, without storing it. */
export async function newEnrolment(
  ports: Pick<Ports, 'cipher' | 'oneTimeCodes'>,
  { settings }: Pick<Stores, 'settings'>,
  account: Account,
): Promise<{ readonly account: Account; readonly enrolment: Enrolment }> {
  const { organisationName: organisation } = await settings.read()
  const secret = ports.oneTimeCodes.newSecret()
  const mfaSecret = ports.cipher.encrypt(secret, { purpose: 'mfa_secret', ownerId: account.id })
  return {
    account: { ...account, mfaSecret },
    enrolment: {
      secret,
      uri: ports.oneTimeCodes.uri(secret, { email: account.email, organisation }),
    },
  }
}

/** New recovery codes: shown once, stored as slow hashes because 50 bits can be guessed offline. */
export async function newRecoveryCodes(
  ports: Pick<Ports, 'recoveryCodeHasher' | 'recoveryCodeSource'>,
): Promise<{ readonly codes: readonly string[]; readonly hashes: readonly string[] }> {
  const codes = ports.recoveryCodeSource.newCodes(recoveryCodesCount)
  const hashes: string[] = []
  // Sequentially: ten at once would fill the hashing queue for all callers.
  for (const code of codes)
    hashes.push(await ports.recoveryCodeHasher.hash(ports.recoveryCodeSource.normalize(code)!))
  return { codes, hashes }
}

/**
 * Enables the second factor that a first code proved, with its recovery codes. Returns null if the
 * code was used before.
 */
export async function enableSecondFactor(
  stores: Pick<Stores, 'accounts' | 'jobs' | 'now' | 'recoveryCodes'>,
  account: Account,
  proven: VerifiedSecondFactor,
  recoveryCodeHashes: readonly string[],
): Promise<Account | null> {
  if (!(await consumeSecondFactor(stores, account, proven))) return null
  const now = await stores.now()
  const enabled: Account = { ...account, mfaEnabledAt: now, updatedAt: now }
  await stores.accounts.update(enabled)
  await stores.recoveryCodes.replace(account.id, recoveryCodeHashes)
  await notify(stores, enabled, { kind: 'second_factor_enabled' })
  return enabled
}

/** Removes the second factor and its recovery codes, and notifies the person if it was enabled. */
export async function removeSecondFactor(
  stores: Pick<Stores, 'accounts' | 'identities' | 'jobs' | 'keys' | 'now' | 'recoveryCodes'>,
  account: Account,
  notice: 'second_factor_disabled' | 'second_factor_reset',
): Promise<void> {
  await stores.accounts.update({
    ...account,
    mfaSecret: null,
    mfaEnabledAt: null,
    updatedAt: await stores.now(),
  })
  await stores.recoveryCodes.replace(account.id, [])
  if (account.mfaEnabledAt === null) return
  await notify(stores, account, { kind: notice, ...(await remainingAccess(stores, account.id)) })
}

const accountsPerPage = 100

/** All accounts with a second-factor secret, enabled or not, by id. Each page is read in a transaction of its own. */
export async function* accountsWithSecret(ports: Transacts<'accounts'>): AsyncGenerator<Account> {
  let page = await pageAfter(ports, null)
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield* page
    page = await pageAfter(ports, last.id)
  }
}

const pageAfter = async (
  { transact }: Transacts<'accounts'>,
  after: AccountId | null,
): Promise<readonly Account[]> =>
  (
    await transact(async ({ accounts }) =>
      ok(await accounts.listWithSecret(after, accountsPerPage)),
    )
  ).value
