import type { AccountRateLimited } from '../model/accounts/account-errors.ts'
import type { AccountId } from '../model/accounts/account.ts'
import type { Allowance, Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type AdmitSessionCall = { readonly userId: AccountId }

/** Takes one call of the public contract by access token from the person's allowance, which their keys share. */
export async function admitSessionCall(
  ports: Pick<Ports, 'keyLimiter'>,
  { userId }: AdmitSessionCall,
): Promise<Result<Allowance, AccountRateLimited>> {
  const { person } = await ports.keyLimiter.take({ keyId: null, userId })
  // A call that names a person is counted on them.
  return person!.allowed ? ok(person!) : err({ code: 'account.rate_limited', key: null, person: person! })
}
