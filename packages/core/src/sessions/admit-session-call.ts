import type { AccountRateLimited } from '../model/accounts/account-errors.ts'
import type { AccountId } from '../model/accounts/account.ts'
import type { Allowance, Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type AdmitSessionCall = { readonly userId: AccountId }

/** Counts one public API call by access token against the person's request limit, which their keys share. */
export async function admitSessionCall(
  ports: Pick<Ports, 'keyLimiter'>,
  { userId }: AdmitSessionCall,
): Promise<Result<Allowance, AccountRateLimited>> {
  const { person } = await ports.keyLimiter.take({ keyId: null, userId })
  // The limiter always returns the person's allowance for a call with a user id.
  return person!.allowed
    ? ok(person!)
    : err({ code: 'account.rate_limited', key: null, person: person! })
}
