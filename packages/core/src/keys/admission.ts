import type { Allowance, Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import type { PasswordChangeRequired } from '../sign-in/sign-in-errors.ts'
import type { KeyRateLimited, KeyRefused } from './key-errors.ts'
import type { KeyHolder } from './key.ts'

/** A key that is in force, and one call taken from its allowance. */
export type AdmittedKey = { readonly holder: KeyHolder; readonly allowance: Allowance }
export type AdmissionRefusal = KeyRefused | KeyRateLimited | PasswordChangeRequired

/** Admits one call with a presented key, read anew, or counts it as refused. */
export async function admitKey(
  ports: Pick<Ports, 'apiKeys' | 'keyHolders' | 'keyLimiter' | 'keyUsage'>,
  presented: string,
): Promise<Result<AdmittedKey, AdmissionRefusal>> {
  const digest = ports.apiKeys.digest(presented)
  const holder = digest === null ? null : await ports.keyHolders.findByDigest(digest)
  if (holder === null) return err({ code: 'key.refused' })

  const refusal = refusalOf(holder)
  if (refusal !== null) {
    ports.keyUsage.count(holder.keyId, 'denied')
    return err(refusal)
  }
  const allowance = await ports.keyLimiter.take(holder.keyId)
  if (allowance.allowed) return ok({ holder, allowance })
  ports.keyUsage.count(holder.keyId, 'rateLimited')
  return err({ code: 'key.rate_limited', limit: allowance.limit, resetSeconds: allowance.resetSeconds })
}

function refusalOf(holder: KeyHolder): KeyRefused | PasswordChangeRequired | null {
  if (holder.status !== 'active') return { code: 'key.refused' }
  if (holder.kind === 'service') return null
  if (holder.ownerStatus !== 'active') return { code: 'key.refused' }
  return holder.ownerMustChangePassword ? { code: 'sign_in.password_change_required' } : null
}
