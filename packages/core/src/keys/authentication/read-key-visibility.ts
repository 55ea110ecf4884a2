import { personOnBehalf } from '../../authorization/on-behalf.ts'
import type { PersonVisibility, Ports } from '../../ports/index.ts'
import { activeKey } from './active-key.ts'
import type { AuthenticateKey } from './authenticate-key.ts'

/**
 * Who the caller with a key acts for now, and what they may see; null if the key or the person may not call any more. For the end of a long
 * call, which was counted at its start.
 */
export async function readKeyVisibility(
  ports: Pick<Ports, 'apiKeys' | 'identityHolders' | 'keyHolders' | 'keyUsage'>,
  { presented, onBehalfOf, origin }: AuthenticateKey,
): Promise<PersonVisibility | null> {
  const active = await activeKey(ports, presented)
  if (!active.ok) return null
  const holder = active.value
  const { keyId, sources } = holder
  if (holder.kind === 'personal')
    return { userId: holder.ownerId, visibility: { principals: holder.principals, sources } }
  const { source } = holder
  const surface = { ...origin, kind: 'surface', via: 'service_key', keyId, source } as const
  const person = await personOnBehalf(ports, surface, onBehalfOf ?? '')
  if (person === null) return null
  const { userId, principals } = person.holder
  return { userId, visibility: { principals, sources } }
}
