import type { Ports } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { PasswordChangeRequired } from '../../model/sign-in/sign-in-errors.ts'
import type { KeyRefused, PersonalKeyRequired } from '../../model/keys/key-errors.ts'
import type { PersonalKeyHolder } from '../../model/keys/key.ts'
import { activeKey } from './active-key.ts'

/**
 * Verifies that a presented key acts for its owner now, without counting a call: for a surface that calls the public
 * contract with the same key, which counts it. A service key is refused, because it acts for many people.
 */
export async function verifyPersonalKey(
  ports: Pick<Ports, 'apiKeys' | 'keyHolders' | 'keyUsage'>,
  presented: string,
): Promise<Result<PersonalKeyHolder, KeyRefused | PasswordChangeRequired | PersonalKeyRequired>> {
  const active = await activeKey(ports, presented)
  if (!active.ok) return active
  const holder = active.value
  if (holder.kind === 'personal') return ok(holder)
  ports.keyUsage.count(holder.keyId, 'denied')
  return err({ code: 'key.personal_key_required' })
}
