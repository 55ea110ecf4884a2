import { personOnBehalf } from '../../authorization/on-behalf.ts'
import type { Ports, Visibility } from '../../ports/index.ts'
import { activeKey } from './active-key.ts'
import type { AuthenticateKey } from './authenticate-key.ts'

/**
 * What the caller with a key may see now; null if the key or the person may not call any more. For the end of a long
 * call, which was counted at its start.
 */
export async function readKeyVisibility(
  ports: Pick<Ports, 'apiKeys' | 'identityHolders' | 'keyHolders' | 'keyUsage'>,
  { presented, onBehalfOf, origin }: AuthenticateKey,
): Promise<Visibility | null> {
  const active = await activeKey(ports, presented)
  if (!active.ok) return null
  const holder = active.value
  const { keyId, sources } = holder
  if (holder.kind === 'personal') return { principals: holder.principals, sources }
  const { source } = holder
  const surface = { ...origin, kind: 'surface', via: 'service_key', keyId, source } as const
  const person = await personOnBehalf(ports, surface, onBehalfOf ?? '')
  return person === null ? null : { principals: person.holder.principals, sources }
}
