import type { Person, ServiceSurface } from '../model/actor.ts'
import type { IdentityHolder, Ports } from '../ports/index.ts'
import { parseExternalId } from '../model/identities/identity.ts'

/** Who a surface speaks for, with the rights of this very moment. */
export type PersonOnBehalf = { readonly actor: Person; readonly holder: IdentityHolder }

/**
 * The person behind an external id of the surface's own source; null for a stranger and for whoever may not act now.
 * Every request asks anew, so that a removed link and a deactivation hold on the next one.
 */
export async function personOnBehalf(
  ports: Pick<Ports, 'identityHolders'>,
  surface: ServiceSurface,
  externalId: string,
): Promise<PersonOnBehalf | null> {
  const parsed = parseExternalId(externalId)
  const holder = parsed === null ? null : await ports.identityHolders.findByExternalId(surface.source, parsed)
  // A temporary password gates whatever acts for its person, as it gates their keys.
  if (holder?.status !== 'active' || holder.mustChangePassword) return null
  const { userId, role } = holder
  return { actor: { ...surface, kind: 'person', userId, role, sessionId: null }, holder }
}
