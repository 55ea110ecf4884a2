import type { Account } from '../model/accounts/account.ts'
import type { Person, ServiceSurface } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import { notify } from '../notices/notice.ts'
import type { Ports, Stores } from '../ports/index.ts'
import type { ExternalId, Identity, IdentityId } from '../model/identities/identity.ts'

type Linking = {
  readonly surface: ServiceSurface
  readonly externalId: ExternalId
  /** Null if the account does not exist. */
  readonly account: Account | null
  /** How the person proved that the identity is theirs. */
  readonly by: 'code' | 'email'
}

/**
 * Links an external identity to an active account. Null if the account is missing or inactive, or if the identity is
 * linked to another account: that link stays until it is removed. A person who is linked by an address is informed by email.
 * Idempotent.
 */
export async function linkIdentity(
  ports: Pick<Ports, 'ids'>,
  stores: Pick<Stores, 'audit' | 'identities' | 'jobs' | 'now'>,
  { surface, externalId, account, by }: Linking,
): Promise<Account | null> {
  if (account?.status !== 'active') return null
  const { source } = surface
  const { id: userId, role } = account
  const identity: Identity = {
    id: ports.ids.newId() as IdentityId,
    source,
    externalId,
    userId,
    createdAt: await stores.now(),
  }
  if (!(await stores.identities.insert(identity))) {
    return (await stores.identities.find(source, externalId))?.userId === userId ? account : null
  }
  const actor: Person = { ...surface, kind: 'person', userId, role, sessionId: null }
  await stores.audit.append(
    auditEntry(actor, 'identity.link', `user:${userId}`, { source, external_id: externalId, by }),
  )
  // They may not know of it: nothing was entered anywhere.
  if (by === 'email') await notify(stores, account, { kind: 'chat_linked', source })
  return account
}
