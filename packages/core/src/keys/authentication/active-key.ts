import type { Ports } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { PasswordChangeRequired } from '../../model/sign-in/sign-in-errors.ts'
import type { KeyRefused } from '../../model/keys/key-errors.ts'
import { serviceKeyFault, type KeyHolder } from '../../model/keys/key.ts'

/** Finds the holder of a presented key, read uncached. Records the refused call of a known key in its usage. */
export async function activeKey(
  ports: Pick<Ports, 'apiKeys' | 'keyHolders' | 'keyUsage'>,
  presented: string,
): Promise<Result<KeyHolder, KeyRefused | PasswordChangeRequired>> {
  const digest = ports.apiKeys.digest(presented)
  const holder = digest === null ? null : await ports.keyHolders.findByDigest(digest)
  if (holder === null) return err({ code: 'key.refused' })
  const refusal = refusalOf(holder)
  if (refusal === null) return ok(holder)
  ports.keyUsage.count(holder.keyId, 'denied')
  return err(refusal)
}

function refusalOf(holder: KeyHolder): KeyRefused | PasswordChangeRequired | null {
  if (holder.status !== 'active') return { code: 'key.refused' }
  if (holder.kind === 'service')
    return serviceKeyFault(holder) === null ? null : { code: 'key.refused' }
  if (holder.ownerStatus !== 'active') return { code: 'key.refused' }
  return holder.ownerMustChangePassword ? { code: 'sign_in.password_change_required' } : null
}
