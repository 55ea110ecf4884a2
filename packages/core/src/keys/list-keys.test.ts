import { describe, expect, it } from 'vitest'
import { operator, type Actor } from '../model/actor.ts'
import type { AccountId } from '../model/accounts/account.ts'
import { noWeek } from '../model/keys/usage.ts'
import { ok } from '../model/result.ts'
import { teamChatSource } from '../model/team-chat/team-chat-settings.ts'
import {
  aDate,
  aPersonIn,
  anOrigin,
  aServiceKey,
  memoryPorts,
  newDigest,
  valueOf,
} from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { createKey } from './create-key.ts'
import { listKeys } from './list-keys.ts'
import { revokeKey } from './revoke-key.ts'

const firstTen = { page: { after: null, limit: 10 } } as const

/** Ada with three keys, the newest first, and Bob with one. */
async function aWorldOfKeys() {
  const ports = memoryPorts()
  const [ada, bob] = [await aPersonIn(ports), await aPersonIn(ports)]
  const create = async ({ account, actor }: typeof ada, lifetimeDays: 30 | null) => {
    ports.clock.advance(1_000)
    const created = await createKey(ports, {
      actor,
      ownerId: account.id,
      name: 'laptop',
      lifetimeDays,
      sources: null,
    })
    if (!created.ok) throw new Error(created.error.code)
    return created.value
  }
  const adas = [
    await create(ada, null),
    await create(ada, 30),
    await create(ada, null),
  ].toReversed()
  return { ports, ada, bob, adas, bobs: await create(bob, null) }
}

describe('listKeys', () => {
  describe('for all owners', () => {
    onlyAdministrators((ports, actor) => listKeys(ports, { actor, ownerId: null, ...firstTen }))
  })

  it('R8 lists only the keys of that person, newest first, page by page', async () => {
    const { ports, ada, adas } = await aWorldOfKeys()
    const page = (after: (typeof adas)[number] | null) =>
      listKeys(ports, {
        actor: ada.actor,
        ownerId: ada.account.id,
        page: { after: after?.key.id ?? null, limit: 2 },
      })
    const listed = adas.map(({ key }) => ({
      ...key,
      status: 'active',
      ownerEmail: ada.account.email,
      week: noWeek,
    }))
    expect(await page(null)).toEqual({
      ok: true,
      value: { items: listed.slice(0, 2), next: listed[1]?.id },
    })
    expect(await page(adas[1]!)).toEqual({
      ok: true,
      value: { items: listed.slice(2), next: null },
    })
  })

  it('R8 refuses a person the keys of another, regardless of the role in the credential', async () => {
    const { ports, ada, bob } = await aWorldOfKeys()
    const strangers: readonly Actor[] = [
      bob.actor,
      { ...bob.actor, role: 'Owner' },
      { kind: 'anonymous', via: 'web', ...anOrigin },
    ]
    for (const actor of strangers) {
      const refused = await listKeys(ports, { actor, ownerId: ada.account.id, ...firstTen })
      expect(refused).toEqual({ ok: false, error: { code: 'account.forbidden' } })
    }
  })

  it('R8 shows Owner, Admin and operator all keys, or those of one person', async () => {
    const { ports, ada, adas, bobs } = await aWorldOfKeys()
    const [owner, admin] = [
      await aPersonIn(ports, { role: 'Owner' }),
      await aPersonIn(ports, { role: 'Admin' }),
    ]
    for (const actor of [owner.actor, admin.actor, operator]) {
      const all = await listKeys(ports, { actor, ownerId: null, ...firstTen })
      expect(all.ok && all.value.items.map(({ id }) => id)).toEqual(
        [bobs, ...adas].map(({ key }) => key.id),
      )
      const ofAda = await listKeys(ports, { actor, ownerId: ada.account.id, ...firstTen })
      expect(ofAda.ok && ofAda.value.items.map(({ id }) => id)).toEqual(
        adas.map(({ key }) => key.id),
      )
    }
  })

  it('R148 returns why a service key does not work, and lists the keys that depend on a person', async () => {
    const { ports, ada, adas } = await aWorldOfKeys()
    const [owner, admin] = [
      await aPersonIn(ports, { role: 'Owner' }),
      await aPersonIn(ports, { role: 'Admin' }),
    ]
    const teamChat = { source: teamChatSource }
    const keys = [
      aServiceKey({ createdBy: admin.account.id, takenOverBy: owner.account.id }),
      aServiceKey({ createdBy: admin.account.id }),
      aServiceKey({ createdBy: admin.account.id, revokedAt: aDate }),
      aServiceKey({ createdBy: owner.account.id, ...teamChat }),
      aServiceKey(),
    ]
    for (const key of keys)
      await ports.transact(async (stores) => ok(await stores.keys.insert(key, newDigest())))
    const listed = async (filter: { readonly responsibleId?: AccountId } = {}) => {
      const page = valueOf(
        await listKeys(ports, { actor: owner.actor, ownerId: null, ...firstTen, filter }),
      )
      return new Map(page.items.map(({ id, status }) => [id, status]))
    }
    const all = await listed()
    const statuses = ['active', 'orphaned', 'revoked', 'built_in', 'active']
    expect(keys.map(({ id }) => all.get(id))).toEqual(statuses)
    expect([...(await listed({ responsibleId: owner.account.id })).keys()].toSorted()).toEqual([
      keys[0]!.id,
      keys[3]!.id,
    ])
    const adasIds = adas.map(({ key }) => key.id)
    expect([...(await listed({ responsibleId: ada.account.id })).keys()]).toEqual(adasIds)
  })

  it('R8 reveals neither the key nor its digest', async () => {
    const { ports, adas } = await aWorldOfKeys()
    const text = JSON.stringify(
      await listKeys(ports, { actor: operator, ownerId: null, ...firstTen }),
    )
    for (const { plain } of adas) {
      expect(text).not.toContain(plain)
      expect(text).not.toContain(ports.apiKeys.digest(plain))
    }
  })

  it('returns the status of each key by the database clock', async () => {
    const { ports, ada, adas } = await aWorldOfKeys()
    await revokeKey(ports, { actor: ada.actor, keyId: adas[0]!.key.id, scope: 'own' })
    ports.clock.advance(30 * 86_400_000)
    const listed = await listKeys(ports, { actor: ada.actor, ownerId: ada.account.id, ...firstTen })
    expect(listed.ok && listed.value.items.map(({ status }) => status)).toEqual([
      'revoked',
      'expired',
      'active',
    ])
  })
})
