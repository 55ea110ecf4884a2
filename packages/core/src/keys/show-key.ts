import { readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import { mayActOn, mayDo, type EffectiveRole } from '../model/accounts/permissions.ts'
import type { Account } from '../model/accounts/account.ts'
import type { Actor } from '../model/actor.ts'
import { isBuiltIn } from '../model/identities/identity.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { KeyNotFound } from '../model/keys/key-errors.ts'
import {
  isTransferable,
  keyStatus,
  listedKeyStatus,
  mayHoldServiceKeys,
  responsibleId,
  type Key,
  type KeyId,
  type Responsibility,
  type ResponsiblePerson,
} from '../model/keys/key.ts'
import { noWeek } from '../model/keys/usage.ts'
import { findManagedKey, type KeyScope } from './find-managed-key.ts'
import type { ListedKey } from './list-keys.ts'

export type ShowKey = { readonly actor: Actor; readonly keyId: KeyId; readonly scope: KeyScope }

/** `replace`: create another one for the same person or platform. */
export const keyActs = ['revoke', 'replace', 'take_over'] as const
export type KeyAct = (typeof keyActs)[number]
/** A key, with the acts that the actor could perform on it. */
export type ShownKey = ListedKey & { readonly may: readonly KeyAct[] }

/** Shows one key without its secret, to its owner and to those who manage all keys. */
export async function showKey(
  ports: Transacts<'accounts' | 'keys' | 'keyUsage' | 'now'>,
  command: ShowKey,
): Promise<Result<ShownKey, KeyNotFound>> {
  return ports.transact(async (stores) => {
    const managed = await findManagedKey(
      stores,
      await readerEffectiveRoleOf(stores, command.actor),
      command,
    )
    if (managed === null) return err({ code: 'key.not_found' })
    const { effectiveRole, key } = managed
    const now = await stores.now()
    const id = responsibleId(key)
    const person = id === null ? null : await stores.accounts.find(id)
    const weeks = await stores.keyUsage.listWeeks([key.id], now)
    const shown = {
      ...key,
      ownerEmail: key.kind === 'personal' ? (person?.email ?? null) : null,
      responsibleEmail: person?.email ?? null,
      responsible: id === null ? 'organisation' : responsibilityOf(person),
    } as const
    return ok({
      ...shown,
      status: listedKeyStatus(shown, now),
      week: weeks.get(key.id) ?? noWeek,
      may: possibleKeyActs(effectiveRole, key, person, now),
    })
  })
}

const responsibilityOf = (person: ResponsiblePerson | null): Responsibility =>
  person === null ? 'gone' : { role: person.role, status: person.status }

/** `person` is the one responsible for the key. */
function possibleKeyActs(
  actor: EffectiveRole,
  key: Key,
  person: Account | null,
  now: Date,
): readonly KeyAct[] {
  const isLive = keyStatus(key, now) === 'active'
  const canTakeOver =
    isLive &&
    actor.id !== null &&
    mayHoldServiceKeys({ role: actor.role, status: 'active' }) &&
    isTransferable(key) &&
    responsibleId(key) !== actor.id
  return [
    ...(key.revokedAt === null ? (['revoke'] as const) : []),
    ...(isLive && mayReplace(actor, key, person) ? (['replace'] as const) : []),
    ...(canTakeOver ? (['take_over'] as const) : []),
  ]
}

const mayReplace = (actor: EffectiveRole, key: Key, owner: Account | null): boolean =>
  key.kind === 'service'
    ? mayDo(actor, 'service_keys.create') && !isBuiltIn(key.source)
    : owner?.status === 'active' && mayActOn(actor, 'issue_key', owner)
