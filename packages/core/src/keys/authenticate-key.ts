import type { Origin, Person, ServiceSurface } from '../model/actor.ts'
import { personOnBehalf } from '../authorization/on-behalf.ts'
import type { Ports, Visibility } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { admitKey, type AdmissionRefusal } from './admission.ts'
import type { KeyAllowances } from '../model/keys/call-limits.ts'
import type { BehalfNotLinked, OnBehalfOfNotAllowed, OnBehalfOfRequired } from '../model/keys/key-errors.ts'
import type { KeyId } from '../model/keys/key.ts'

export type AuthenticateKey = {
  readonly presented: string
  /** The external id that a service key acts for; its source is the key's own. */
  readonly onBehalfOf?: string | undefined
  readonly origin: Origin
}

/** A caller with the rights of this very moment: the person's, narrowed by the key. */
export type AuthenticatedKey = {
  readonly keyId: KeyId
  readonly actor: Person
  readonly visibility: Visibility
  readonly allowances: KeyAllowances
}

type Refusal = OnBehalfOfRequired | OnBehalfOfNotAllowed | BehalfNotLinked

/**
 * Resolves a presented API key to user, role and ACL and takes one call from its allowance and its
 * owner's: a personal key to its owner, a service key to whom it names. Reads everything anew, so that revocation, narrowing and a
 * removed link hold on the next request. Counts what it refuses; how an admitted call ends is for
 * `recordKeyUse` to say.
 */
export async function authenticateKey(
  ports: Pick<Ports, 'apiKeys' | 'identityHolders' | 'keyHolders' | 'keyLimiter' | 'keyUsage'>,
  { presented, onBehalfOf, origin }: AuthenticateKey,
): Promise<Result<AuthenticatedKey, AdmissionRefusal | Refusal>> {
  const admitted = await admitKey(ports, presented)
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
    const actor: Person = { ...origin, kind: 'person', userId, role, via: 'api_key', keyId, sessionId: null, source: null }
    return ok({ keyId, actor, visibility: { principals, sources }, allowances })
  }
  if (onBehalfOf === undefined) return refuse('key.on_behalf_of_required')
  const surface: ServiceSurface = { ...origin, kind: 'surface', via: 'service_key', keyId, source: holder.source }
  const person = await personOnBehalf(ports, surface, onBehalfOf)
  if (person === null) return refuse('key.behalf_not_linked')
  return ok({ keyId, actor: person.actor, visibility: { principals: person.holder.principals, sources }, allowances })
}
