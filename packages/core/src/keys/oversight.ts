import { mayActOn, type Standing } from '../model/accounts/permissions.ts'
import { isAdministrator } from '../authorization/standing.ts'
import type { Stores } from '../ports/index.ts'
import type { Key, KeyId } from '../model/keys/key.ts'

/** Whose keys are meant: one's own only, or everybody's that one oversees. */
export type KeyScope = 'own' | 'all'

/** A key that somebody may see and revoke. */
export type OverseenKey = { readonly standing: Standing; readonly key: Key }

/** The key, when it is in scope and who asks may see and revoke it. Null for any other, as if it did not exist. */
export async function overseenKey(
  stores: Pick<Stores, 'accounts' | 'keys'>,
  standing: Standing | null,
  { keyId, scope }: { readonly keyId: KeyId; readonly scope: KeyScope },
): Promise<OverseenKey | null> {
  const key = standing === null ? null : await stores.keys.find(keyId)
  if (standing === null || key === null || (scope === 'own' && key.ownerId !== standing.id)) return null
  if (key.kind === 'service') return isAdministrator(standing) && scope === 'all' ? { standing, key } : null
  const owner = await stores.accounts.find(key.ownerId)
  return owner !== null && mayActOn(standing, 'revoke_key', owner) ? { standing, key } : null
}
