import type { Origin, ServiceSurface } from '../../model/actor.ts'
import type { Ports } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import { admitKey, type AdmitKeyRefusal, type EarlierInRequest } from './admit-key.ts'
import type { KeyAllowances } from '../../model/keys/call-limits.ts'
import type { ServiceKeyRequired } from '../../model/keys/key-errors.ts'
import type { KeyId } from '../../model/keys/key.ts'

export type AuthenticateSurface = Pick<EarlierInRequest, 'counted'> & {
  readonly presented: string
  readonly origin: Origin
}

/** A surface that acts for itself, not on behalf of a person. */
export type AuthenticatedSurface = {
  readonly keyId: KeyId
  readonly actor: ServiceSurface
  readonly allowances: KeyAllowances
}

/**
 * Resolves a presented service key to its surface and counts the call against the request limit. A personal key is
 * refused, because it acts as its owner. Records refused calls, as `authenticateKey` does.
 */
export async function authenticateSurface(
  ports: Pick<Ports, 'apiKeys' | 'keyHolders' | 'keyLimiter' | 'keyUsage'>,
  { presented, origin, counted }: AuthenticateSurface,
): Promise<Result<AuthenticatedSurface, AdmitKeyRefusal | ServiceKeyRequired>> {
  const admitted = await admitKey(ports, presented, { counted })
  if (!admitted.ok) return admitted
  const { holder, allowances } = admitted.value
  const { keyId } = holder
  if (holder.kind === 'personal') {
    ports.keyUsage.count(keyId, 'denied')
    return err({ code: 'key.service_key_required', allowances })
  }
  const actor: ServiceSurface = {
    ...origin,
    kind: 'surface',
    via: 'service_key',
    keyId,
    source: holder.source,
  }
  return ok({ keyId, actor, allowances })
}
