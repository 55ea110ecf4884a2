import type { Actor } from '../../model/actor.ts'
import { anyKey, type Transacts } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { AccountNotFound, Forbidden } from '../../model/accounts/account-errors.ts'
import type { AccountId } from '../../model/accounts/account.ts'
import { administers, refusalOf, type ActRefusal } from '../../model/accounts/permissions.ts'
import type { KeyWithPeople } from '../../model/keys/key.ts'
import { readerEffectiveRoleOf } from '../../authorization/effective-role.ts'

export type PreviewRemoval = {
  readonly actor: Actor
  readonly userId: AccountId
  readonly act: 'deactivate' | 'delete'
}

/** What deactivating or deleting a person would end. */
export type RemovalPreview = {
  /** Why the act is not possible; null if it is. */
  readonly refusal: ActRefusal | null
  readonly sessions: number
  /** The keys that would stop working, newest first, at most `previewedKeysMax`. */
  readonly keys: readonly KeyWithPeople[]
  readonly keysTotal: number
  /** The personal agents that would stop. */
  readonly agents: number
  /** The pending invitations that only an Owner may send, which would be revoked. */
  readonly ownerInvitations: number
  /** Linked chats and groups: kept on deactivation, removed on deletion. */
  readonly identities: number
  readonly groups: number
}

export const previewedKeysMax = 20
/** A person has at most 100 keys of their own, and few service keys depend on one person. */
const countedKeysMax = 1_000

/**
 * Shows what deactivating or deleting a person would end. Each part is read on its own, so a concurrent change may show
 * in some parts only. For Owner, Admin and operator.
 */
export async function previewRemoval(
  ports: Transacts<
    'accounts' | 'agents' | 'groups' | 'identities' | 'invitations' | 'keys' | 'sessions'
  >,
  { actor, userId, act }: PreviewRemoval,
): Promise<Result<RemovalPreview, Forbidden | AccountNotFound>> {
  return ports.transact(async (stores) => {
    const effectiveRole = await readerEffectiveRoleOf(stores, actor)
    if (effectiveRole === null || !administers(effectiveRole))
      return err({ code: 'account.forbidden' })
    const account = await stores.accounts.find(userId)
    if (account === null) return err({ code: 'account.not_found', identifier: userId })
    const keys = await stores.keys.list(
      { ...anyKey, responsibleId: userId, status: 'active' },
      { after: null, limit: countedKeysMax },
    )
    const agents = await stores.agents.listByOwner(userId)
    const owners = await stores.accounts.countActiveOwners()
    return ok({
      refusal: refusalOf(effectiveRole, act, account, owners),
      sessions: await stores.sessions.count(userId),
      keys: keys.slice(0, previewedKeysMax),
      keysTotal: keys.length,
      agents: agents.filter(({ enabled }) => enabled).length,
      ownerInvitations: await stores.invitations.countOwnerInvitations(userId),
      identities: (await stores.identities.listByUser(userId)).length,
      groups: (await stores.groups.listByMember(userId)).length,
    })
  })
}
