import type { Account } from '../model/accounts/account.ts'
import type { Person, ServiceSurface } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports, Stores } from '../ports/index.ts'
import type { ExternalId, Identity, IdentityId } from '../model/identities/identity.ts'

type Linking = {
  readonly surface: ServiceSurface
  readonly externalId: ExternalId
  /** Null for an account that does not exist. */
  readonly account: Account | null
  /** What proved whose identity it is. */
  readonly by: 'code' | 'email'
}

/**
 * Ties an external identity to an active account; null when there is none, or when the identity belongs to another
 * account: that link stays until it is removed through the API. Linking twice is linking once.
 */
export async function linkTo(
  ports: Pick<Ports, 'ids'>,
  stores: Pick<Stores, 'audit' | 'identities' | 'now'>,
  { surface, externalId, account, by }: Linking,
): Promise<Account | null> {
  if (account?.status !== 'active') return null
  const { source } = surface
  const { id: userId, role } = account
  const identity: Identity = { id: ports.ids.newId() as IdentityId, source, externalId, userId, createdAt: await stores.now() }
  if (!(await stores.identities.insert(identity))) {
    return (await stores.identities.find(source, externalId))?.userId === userId ? account : null
  }
  const actor: Person = { ...surface, kind: 'person', userId, role, sessionId: null }
  await stores.audit.append(auditEntry(actor, 'identity.link', `user:${userId}`, { source, external_id: externalId, by }))
  return account
}
