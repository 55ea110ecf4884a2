import type { Account } from '../model/accounts/account.ts'
import { notify } from '../notices/notice.ts'
import { standingAccess } from '../notices/standing-access.ts'
import type { Ports, Stores } from '../ports/index.ts'

/** What a person offers as second factor: a code of now, or one of the codes for a lost authenticator. */
export type SecondFactorProof = { readonly code: string } | { readonly recoveryCode: string }

/** A proof that was found right, and is used up when it is consumed. */
export type ProvenFactor = { readonly step: number } | { readonly recoveryCodeHash: string }

export const recoveryCodesCount = 10

/** What judges a proof, and makes recovery codes. */
export type SecondFactorPorts = Pick<
  Ports,
  'cipher' | 'clock' | 'log' | 'oneTimeCodes' | 'passwordHasher' | 'recoveryCodeSource' | 'transact'
>

/**
 * Judges a proof against an account, without using it up. A secret that does not decrypt proves nothing and
 * raises the alarm.
 */
export async function judgeSecondFactor(
  ports: SecondFactorPorts,
  account: Account,
  proof: SecondFactorProof,
  unusedRecoveryCodes: readonly string[],
): Promise<ProvenFactor | null> {
  if ('code' in proof) {
    const secret = decryptSecret(ports, account)
    const step = secret === null ? null : ports.oneTimeCodes.matchingStep(secret, proof.code, ports.clock.now())
    return step === null ? null : { step }
  }
  const code = ports.recoveryCodeSource.normalize(proof.recoveryCode)
  if (code === null || account.mfaEnabledAt === null) return null
  for (const hash of unusedRecoveryCodes) {
    if (await ports.passwordHasher.verify(code, hash)) return { recoveryCodeHash: hash }
  }
  return null
}

/**
 * Uses a proof up, in the transaction of what it permits; false when somebody else did first. The person is
 * told of a recovery code that is gone.
 */
export async function consumeSecondFactor(stores: Stores, account: Account, proven: ProvenFactor): Promise<boolean> {
  if ('step' in proven) return stores.accounts.consumeTimeStep(account.id, proven.step)
  if (!(await stores.recoveryCodes.consume(account.id, proven.recoveryCodeHash))) return false
  const codesLeft = (await stores.recoveryCodes.listUnused(account.id)).length
  await notify(stores, account, { kind: 'recovery_code_used', codesLeft })
  return true
}

export function decryptSecret(ports: Pick<Ports, 'cipher' | 'log'>, account: Account): string | null {
  if (account.mfaSecret === null) return null
  const secret = ports.cipher.decrypt(account.mfaSecret, { purpose: 'mfa_secret', ownerId: account.id })
  if (secret === null) ports.log.error('second_factor.secret_unreadable', { user_id: account.id })
  return secret
}

/** A new secret for an account that has no second factor yet: what is stored, and what its authenticator needs. */
export type Enrolment = { readonly secret: string; readonly uri: string }

export function newEnrolment(
  ports: Pick<Ports, 'cipher' | 'oneTimeCodes'>,
  account: Account,
): { readonly account: Account; readonly enrolment: Enrolment } {
  const secret = ports.oneTimeCodes.newSecret()
  const mfaSecret = ports.cipher.encrypt(secret, { purpose: 'mfa_secret', ownerId: account.id })
  return { account: { ...account, mfaSecret }, enrolment: { secret, uri: ports.oneTimeCodes.uri(secret, account.email) } }
}

/** Fresh recovery codes: shown once, stored as slow hashes because 50 bits can be guessed offline. */
export async function newRecoveryCodes(
  ports: Pick<Ports, 'passwordHasher' | 'recoveryCodeSource'>,
): Promise<{ readonly codes: readonly string[]; readonly hashes: readonly string[] }> {
  const codes = ports.recoveryCodeSource.newCodes(recoveryCodesCount)
  const hashes: string[] = []
  // One after the other: ten at once would fill the hashing queue for everybody.
  for (const code of codes) hashes.push(await ports.passwordHasher.hash(ports.recoveryCodeSource.normalize(code)!))
  return { codes, hashes }
}

/** Enables the second factor that a first code proved, with its recovery codes; null when the code was used before. */
export async function enableSecondFactor(
  stores: Stores,
  account: Account,
  proven: ProvenFactor,
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

/** Takes the second factor away, with its recovery codes, and tells the person who had one. */
export async function removeSecondFactor(
  stores: Stores,
  account: Account,
  notice: 'second_factor_disabled' | 'second_factor_reset',
): Promise<void> {
  await stores.accounts.update({ ...account, mfaSecret: null, mfaEnabledAt: null, updatedAt: await stores.now() })
  await stores.recoveryCodes.replace(account.id, [])
  if (account.mfaEnabledAt === null) return
  await notify(stores, account, { kind: notice, ...(await standingAccess(stores, account.id)) })
}
