import type { Origin, Person, ServiceSurface } from '../../model/actor.ts'
import { personOnBehalf } from '../../authorization/on-behalf.ts'
import type { Ports, Visibility } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import { admitKey, type AdmitKeyRefusal, type EarlierInRequest } from './admit-key.ts'
import type { KeyAllowances } from '../../model/keys/call-limits.ts'
import type {
  BehalfNotLinked,
  OnBehalfOfNotAllowed,
  OnBehalfOfRequired,
} from '../../model/keys/key-errors.ts'
import type { KeyId } from '../../model/keys/key.ts'

export type AuthenticateKey = EarlierInRequest & {
  readonly presented: string
  /** The external id of the person that a service key acts for, on the platform of the key. */
  readonly onBehalfOf?: string | undefined
  readonly origin: Origin
}

/** A caller with the person's current permissions, narrowed by the key. */
export type AuthenticatedKey = {
  readonly keyId: KeyId
  readonly actor: Person
  readonly visibility: Visibility
  readonly allowances: KeyAllowances
}

type Refusal = OnBehalfOfRequired | OnBehalfOfNotAllowed | BehalfNotLinked

/**
 * Resolves a presented API key to a person, their role and principals: a personal key to its owner, a service key to the
 * person it acts for. Counts the call against the request limits. Reads everything uncached, so that a revocation, a
 * narrowing or a removed link applies to the next request. Records refused calls; `recordKeyUse` records the others.
 */
export async function authenticateKey(
  ports: Pick<Ports, 'apiKeys' | 'identityHolders' | 'keyHolders' | 'keyLimiter' | 'keyUsage'>,
  { presented, onBehalfOf, origin, ...earlier }: AuthenticateKey,
): Promise<Result<AuthenticatedKey, AdmitKeyRefusal | Refusal>> {
  const admitted = await admitKey(ports, presented, earlier)
  if (!admitted.ok) return admitted
  const { holder, allowances } = admitted.value
  const { keyId, sources } = holder
  const refuse = (code: Refusal['code']) => {
    ports.keyUsage.count(keyId, code === 'key.behalf_not_linked' ? 'denied' : 'failed')
    return err({ code, allowances })
  }
  if (holder.kind === 'personal') {
    if (onBehalfOf !== undefined) return refuse('key.on_behalf_of_not_allowed')
    const { ownerId: userId, role, principals } = holder
    const actor: Person = {
      ...origin,
      kind: 'person',
      userId,
      role,
      via: 'api_key',
      keyId,
      sessionId: null,
      source: null,
    }
    return ok({ keyId, actor, visibility: { principals, sources }, allowances })
  }
  if (onBehalfOf === undefined) return refuse('key.on_behalf_of_required')
  const surface: ServiceSurface = {
    ...origin,
    kind: 'surface',
    via: 'service_key',
    keyId,
    source: holder.source,
  }
  const person = await personOnBehalf(ports, surface, onBehalfOf)
  if (person === null) return refuse('key.behalf_not_linked')
  return ok({
    keyId,
    actor: person.actor,
    visibility: { principals: person.holder.principals, sources },
    allowances,
  })
}
