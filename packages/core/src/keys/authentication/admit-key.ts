import type { AccountRateLimited } from '../../model/accounts/account-errors.ts'
import type { Ports } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { PasswordChangeRequired } from '../../model/sign-in/sign-in-errors.ts'
import type { KeyAllowances } from '../../model/keys/call-limits.ts'
import type { KeyRateLimited, KeyRefused } from '../../model/keys/key-errors.ts'
import type { KeyHolder, PersonalKeyHolder } from '../../model/keys/key.ts'
import { activeKey } from './active-key.ts'

/** An active key, with the request limits after this call is counted. */
export type AdmittedKey = { readonly holder: KeyHolder; readonly allowances: KeyAllowances }
/** What is known of the same request. */
export type EarlierInRequest = {
  /** What `verifyPersonalKey` has found. */
  readonly verified?: PersonalKeyHolder | undefined
  /** The limits after the call was counted, if it is authenticated once more: it counts once. */
  readonly counted?: KeyAllowances | undefined
}
export type AdmitKeyRefusal =
  | KeyRefused
  | KeyRateLimited
  | AccountRateLimited
  | PasswordChangeRequired

/**
 * Admits one call with a presented key, read uncached by this request. Counts it against the limits of the key and, for a personal key,
 * of its owner. A refused call is recorded in the usage of the key.
 */
export async function admitKey(
  ports: Pick<Ports, 'apiKeys' | 'keyHolders' | 'keyLimiter' | 'keyUsage'>,
  presented: string,
  { verified, counted }: EarlierInRequest = {},
): Promise<Result<AdmittedKey, AdmitKeyRefusal>> {
  const active = verified === undefined ? await activeKey(ports, presented) : ok(verified)
  if (!active.ok) return active
  const holder = active.value
  if (counted !== undefined) return ok({ holder, allowances: counted })
  const userId = holder.kind === 'personal' ? holder.ownerId : null
  const { key, person } = await ports.keyLimiter.take({ keyId: holder.keyId, userId })
  // The limiter always returns the key's allowance for a call with a key id.
  const allowances = { key: key!, person }
  if (allowances.key.allowed && person?.allowed !== false) return ok({ holder, allowances })
  ports.keyUsage.count(holder.keyId, 'rateLimited')
  if (person?.allowed === false) return err({ code: 'account.rate_limited', ...allowances, person })
  return err({
    code: 'key.rate_limited',
    limit: allowances.key.limit,
    resetSeconds: allowances.key.resetSeconds,
  })
}
