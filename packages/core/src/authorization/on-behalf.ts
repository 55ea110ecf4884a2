import type { Person, ServiceSurface } from '../model/actor.ts'
import type { IdentityHolder, Ports } from '../ports/index.ts'
import { parseExternalId } from '../model/identities/identity.ts'

/** A person whom a surface acts for, with their current permissions. */
export type PersonOnBehalf = { readonly actor: Person; readonly holder: IdentityHolder }

/**
 * The person linked to an external id of the surface's own source; null if there is none or they
 * may not act. Looked up on every request, so that a removed link or a deactivation applies to the
 * next one.
 */
export async function personOnBehalf(
  ports: Pick<Ports, 'identityHolders'>,
  surface: ServiceSurface,
  externalId: string,
): Promise<PersonOnBehalf | null> {
  const parsed = parseExternalId(externalId)
  const holder =
    parsed === null ? null : await ports.identityHolders.findByExternalId(surface.source, parsed)
  // A temporary password blocks everything that acts for the person, as it blocks their keys.
  if (holder?.status !== 'active' || holder.mustChangePassword) return null
  const { userId, role } = holder
  return { actor: { ...surface, kind: 'person', userId, role, sessionId: null }, holder }
}
