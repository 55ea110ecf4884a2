import { mayActOn, type EffectiveRole } from '../model/accounts/permissions.ts'
import { isAdministrator } from '../authorization/effective-role.ts'
import type { Stores } from '../ports/index.ts'
import type { Key, KeyId } from '../model/keys/key.ts'

/** Whether an operation applies to the actor's own keys only, or to all keys that the actor may manage. */
export type KeyScope = 'own' | 'all'

/** A key that the actor may see and revoke. */
export type ManagedKey = { readonly effectiveRole: EffectiveRole; readonly key: Key }

/** Returns the key if it is in scope and the actor may see and revoke it. Null otherwise, as for a missing key. */
export async function findManagedKey(
  stores: Pick<Stores, 'accounts' | 'keys'>,
  effectiveRole: EffectiveRole | null,
  { keyId, scope }: { readonly keyId: KeyId; readonly scope: KeyScope },
): Promise<ManagedKey | null> {
  if (effectiveRole === null) return null
  const key = await stores.keys.find(keyId)
  if (key === null || (scope === 'own' && key.ownerId !== effectiveRole.id)) return null
  if (key.kind === 'service')
    return scope === 'all' && isAdministrator(effectiveRole) ? { effectiveRole, key } : null
  const owner = await stores.accounts.find(key.ownerId)
  return owner !== null && mayActOn(effectiveRole, 'revoke_key', owner)
    ? { effectiveRole, key }
    : null
}
