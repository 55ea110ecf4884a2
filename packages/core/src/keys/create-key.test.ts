import { describe, expect, it } from 'vitest'
import { roles, type AccountId } from '../model/accounts/account.ts'
import { operator, type Actor } from '../model/actor.ts'
import { addGroupMember } from '../groups/add-group-member.ts'
import { createGroup } from '../groups/create-group.ts'
import { importDocuments } from '../knowledge/imports/import-documents.ts'
import {
  aDocument,
  anOrigin,
  aPerson,
  aPersonIn,
  memoryPorts,
  noticesTo,
  newId,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'
import { createKey } from './create-key.ts'
import { keysPerAccountMax, newKeysPerHourMax } from '../model/keys/key.ts'
import { revokeKey } from './revoke-key.ts'

const laptop = { name: 'laptop', lifetimeDays: 90, sources: null } as const
const forbidden = { ok: false, error: { code: 'account.forbidden' } }

describe('createKey', () => {
  it('R3 returns the whole key once and stores only its digest and first characters', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports)
    const created = await createKey(ports, {
      ...laptop,
      actor,
      ownerId: account.id,
      name: ' my\tlaptop ',
    })
    const [row] = [...ports.database.tables.keys.values()]
    const { plain } = created.ok ? created.value : { plain: '' }
    const responsible = { role: 'Member', status: 'active' }
    expect(created).toEqual({
      ok: true,
      value: {
        plain: expect.stringMatching(/^ken_\w{49}$/) as string,
        key: {
          ...row?.key,
          ownerEmail: account.email,
          responsibleEmail: account.email,
          responsible,
        },
      },
    })
    expect(row).toEqual({
      digest: ports.apiKeys.digest(plain),
      key: {
        id: row?.key.id,
        kind: 'personal',
        ownerId: account.id,
        source: null,
        name: 'my laptop',
        prefix: plain.slice(0, 12),
        sources: null,
        createdBy: account.id,
        takenOverBy: null,
        createdAt: ports.clock.now(),
        expiresAt: new Date(ports.clock.now().getTime() + 90 * 86_400_000),
        lastUsedAt: null,
        revokedAt: null,
      },
    })
    expect(
      JSON.stringify([
        [...ports.database.tables.keys.values()],
        [...ports.database.tables.audit.values()],
      ]),
    ).not.toContain(plain)
  })

  it('R2 is audited with owner, prefix and creator', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { role: 'Admin' })
    const owner = await aPersonIn(ports)
    const created = await createKey(ports, { ...laptop, actor, ownerId: owner.account.id })
    const key = created.ok ? created.value.key : null
    expect(key?.createdBy).toBe(account.id)
    expect([...ports.database.tables.audit.values()]).toMatchObject([
      {
        actorId: account.id,
        action: 'key.create',
        target: `key:${key?.id}`,
        meta: { owner_id: owner.account.id, prefix: key?.prefix },
      },
    ])
  })

  it('R2 R33 always notifies the owner by email, with only the first characters of the key', async () => {
    const ports = memoryPorts()
    const [owner, admin] = [await aPersonIn(ports), await aPersonIn(ports, { role: 'Admin' })]
    for (const { actor } of [owner, admin]) {
      const created = await createKey(ports, { ...laptop, actor, ownerId: owner.account.id })
      const { key, plain } = valueOf(created)
      const about = {
        kind: 'key_issued',
        keyName: 'laptop',
        keyPrefix: key.prefix,
        expiresAt: key.expiresAt!.toISOString(),
      }
      expect(noticesTo(ports, owner.account).at(-1)).toEqual(about)
      expect(JSON.stringify([...ports.database.tables.jobs.values()])).not.toContain(plain)
    }
    expect(ports.database.tables.jobs.size).toBe(2)
  })

  it('R82 refuses a name that is empty or too long', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports)
    for (const name of ['', ' \u200b', 'x'.repeat(101)]) {
      const refused = await createKey(ports, { ...laptop, actor, ownerId: account.id, name })
      expect(refused).toEqual({ ok: false, error: { code: 'key.name_invalid' } })
    }
  })
})

describe('permissions of createKey', () => {
  it('R2 lets everyone create keys for themselves, an Owner for anyone, and an Admin for Members', async () => {
    const permitted = {
      Owner: ['Owner', 'Admin', 'Member', 'self'],
      Admin: ['Member', 'self'],
      Member: ['self'],
    }
    for (const role of roles) {
      const ports = memoryPorts()
      const { account, actor } = await aPersonIn(ports, { role })
      const may = async (ownerId: AccountId) =>
        (await createKey(ports, { ...laptop, actor, ownerId })).ok
      const allowed: string[] = []
      for (const target of roles)
        if (await may((await aPersonIn(ports, { role: target })).account.id)) allowed.push(target)
      if (await may(account.id)) allowed.push('self')
      expect({ role, allowed }).toEqual({ role, allowed: permitted[role] })
    }
  })

  it('R2 lets the operator create keys for anyone', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { role: 'Owner' })
    expect(
      await createKey(ports, { ...laptop, actor: operator, ownerId: account.id }),
    ).toMatchObject({ ok: true })
  })

  it('R1 uses the role in the database, and creates no key for a deactivated or unknown person', async () => {
    const ports = memoryPorts()
    const member = await aPersonIn(ports)
    const owner = await aPersonIn(ports, { role: 'Owner' })
    const gone = await aPersonIn(ports, { status: 'deactivated' })
    const anonymous: Actor = { kind: 'anonymous', via: 'web', ...anOrigin }
    const unknown = newId() as AccountId
    const attempts: readonly { readonly actor: Actor; readonly ownerId: AccountId }[] = [
      { actor: { ...member.actor, role: 'Owner' }, ownerId: owner.account.id },
      { actor: anonymous, ownerId: member.account.id },
      { actor: aPerson({ id: unknown, role: 'Owner' }), ownerId: member.account.id },
      { actor: gone.actor, ownerId: gone.account.id },
      { actor: owner.actor, ownerId: gone.account.id },
      { actor: member.actor, ownerId: unknown },
    ]
    for (const { actor, ownerId } of attempts)
      expect(await createKey(ports, { ...laptop, actor, ownerId })).toEqual(forbidden)
    const { keys, audit, jobs } = ports.database.tables
    expect([keys.size, audit.size, jobs.size]).toEqual([0, 0, 0])
  })

  it('reports an unknown account as not found to administrators', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Admin' })
    for (const administrator of [actor, operator]) {
      const refused = await createKey(ports, {
        ...laptop,
        actor: administrator,
        ownerId: newId() as AccountId,
      })
      expect(refused).toMatchObject({ ok: false, error: { code: 'account.not_found' } })
    }
  })
})

/** A Member, and documents of which one source is hidden from Members. */
async function aMemberAmongDocuments(ports: MemoryPorts) {
  const documents = [
    aDocument({ source: 'wiki' }),
    aDocument({ source: 'ticket', allowed: ['group:support'] }),
    aDocument({ source: 'secret', allowed: ['role:Owner'] }),
  ]
  await importDocuments(ports, { actor: operator, documents })
  const member = await aPersonIn(ports)
  const membership = { actor: operator, slug: 'support', email: member.account.email }
  await createGroup(ports, membership)
  await addGroupMember(ports, membership)
  return member
}

describe('createKey with sources', () => {
  it('narrows a key to sources that its owner may see, without duplicates', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aMemberAmongDocuments(ports)
    const created = await createKey(ports, {
      ...laptop,
      actor,
      ownerId: account.id,
      sources: ['ticket', 'wiki', 'ticket'],
    })
    expect(created).toMatchObject({ ok: true, value: { key: { sources: ['ticket', 'wiki'] } } })
  })

  it('R7 names the refused sources, and does not distinguish a hidden source from a missing one', async () => {
    const ports = memoryPorts()
    const { account } = await aMemberAmongDocuments(ports)
    const owner = await aPersonIn(ports, { role: 'Owner' })
    for (const actor of [aPerson(account), owner.actor, operator]) {
      const refused = await createKey(ports, {
        ...laptop,
        actor,
        ownerId: account.id,
        sources: ['wiki', 'secret', 'nowhere'],
      })
      expect(refused).toEqual({
        ok: false,
        error: { code: 'key.sources_invalid', unknown: ['secret', 'nowhere'] },
      })
    }
  })

  it('refuses an empty list of sources and more than fifty', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aMemberAmongDocuments(ports)
    for (const sources of [[], Array.from({ length: 51 }, () => 'wiki')]) {
      const refused = await createKey(ports, { ...laptop, actor, ownerId: account.id, sources })
      expect(refused).toEqual({ ok: false, error: { code: 'key.sources_invalid', unknown: [] } })
    }
  })
})

describe('the limit of createKey', () => {
  it('never exceeds the limit of active keys per owner, even with concurrent calls', async () => {
    const ports = memoryPorts()
    const [{ account, actor }, other] = [await aPersonIn(ports), await aPersonIn(ports)]
    const create = () => createKey(ports, { ...laptop, actor, ownerId: account.id })
    const outcomes = await Promise.all(Array.from({ length: keysPerAccountMax + 20 }, create))
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(keysPerAccountMax)
    expect(outcomes.find((outcome) => !outcome.ok)).toEqual({
      ok: false,
      error: { code: 'key.limit_reached', limit: keysPerAccountMax },
    })
    expect(
      await createKey(ports, { ...laptop, actor: other.actor, ownerId: other.account.id }),
    ).toMatchObject({ ok: true })
  })

  it('does not count revoked or expired keys against the limit', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports)
    const create = () => createKey(ports, { ...laptop, actor, ownerId: account.id })
    const outcomes = await Promise.all(Array.from({ length: keysPerAccountMax }, create))
    const first = outcomes[0]
    if (first?.ok) await revokeKey(ports, { actor, keyId: first.value.key.id, scope: 'all' })
    expect([(await create()).ok, (await create()).ok]).toEqual([true, false])
    ports.clock.advance(90 * 86_400_000)
    expect((await create()).ok).toBe(true)
  })

  it('R33 never queues more than 200 emails within an hour, even if each key is revoked at once', async () => {
    const ports = memoryPorts()
    const [{ account, actor }, other] = [await aPersonIn(ports), await aPersonIn(ports)]
    const create = (ownerId = account.id, by = actor) =>
      createKey(ports, { ...laptop, actor: by, ownerId })
    for (let count = 0; count < newKeysPerHourMax; count += 1) {
      const { key } = valueOf(await create())
      await revokeKey(ports, { actor, keyId: key.id, scope: 'own' })
      ports.clock.advance(1_000)
    }
    const exhausted = { code: 'key.creations_exhausted', retryAfterSeconds: 3_400 }
    expect(await create()).toEqual({ ok: false, error: exhausted })
    expect(noticesTo(ports, account)).toHaveLength(200)
    expect((await create(other.account.id, other.actor)).ok).toBe(true)
    ports.clock.advance(3_400_000)
    expect([(await create()).ok, (await create()).ok]).toEqual([true, false])
  })
})
