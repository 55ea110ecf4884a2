import { describe, expect, it } from 'vitest'
import { roles, type Role } from '../model/accounts/account.ts'
import { operator, type Actor } from '../model/actor.ts'
import { importDocuments } from '../knowledge/imports/import-documents.ts'
import {
  aDocument,
  anOrigin,
  aPersonIn,
  memoryPorts,
  noticesTo,
  valueOf,
} from '../testing/index.ts'
import { teamChatSource } from '../model/team-chat/team-chat-settings.ts'
import { createServiceKey } from './create-service-key.ts'

const bot = {
  source: 'bot_gateway',
  name: 'chat bot',
  lifetimeDays: null,
  sources: null,
} as const
const forbidden = { ok: false, error: { code: 'account.forbidden' } }
/** A built-in platform, and others. */
const platforms = ['teamchat', 'bot_gateway', 'portal', 'zzz_other'] as const

describe('createServiceKey', () => {
  it('R148 allows only Owners and the operator, by the role in the database, for every platform', async () => {
    const ports = memoryPorts()
    const create = async (role: Role, source: string) => {
      const { actor } = await aPersonIn(ports, { role })
      return createServiceKey(ports, { ...bot, source, actor: { ...actor, role: 'Owner' } })
    }
    for (const source of platforms) {
      for (const role of ['Admin', 'Member'] as const)
        expect(await create(role, source)).toEqual(forbidden)
    }
    const gone = await aPersonIn(ports, { role: 'Owner', status: 'deactivated' })
    const strangers: readonly Actor[] = [gone.actor, { kind: 'anonymous', via: 'web', ...anOrigin }]
    for (const actor of strangers)
      expect(await createServiceKey(ports, { ...bot, actor })).toEqual(forbidden)
    expect([ports.database.tables.keys.size, ports.database.tables.jobs.size]).toEqual([0, 0])
    for (const source of platforms.slice(1))
      expect(valueOf(await create('Owner', source)).key.source).toBe(source)
    expect(await createServiceKey(ports, { ...bot, actor: operator })).toMatchObject({ ok: true })
  })

  it('R148 refuses everyone a key for a built-in platform', async () => {
    const ports = memoryPorts()
    const owner = await aPersonIn(ports, { role: 'Owner' })
    for (const actor of [owner.actor, operator]) {
      const refused = await createServiceKey(ports, { ...bot, actor, source: teamChatSource })
      expect(refused).toEqual({ ok: false, error: { code: 'key.source_built_in' } })
    }
    expect([ports.database.tables.keys.size, ports.database.tables.jobs.size]).toEqual([0, 0])
  })

  it('R3 returns the whole key once and stores only its digest and first characters, without an owner', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { role: 'Owner' })
    const { key, plain } = valueOf(
      await createServiceKey(ports, { ...bot, actor, lifetimeDays: 30 }),
    )
    expect(key).toEqual({
      id: key.id,
      kind: 'service',
      ownerId: null,
      ownerEmail: null,
      responsible: { role: 'Owner', status: 'active' },
      responsibleEmail: account.email,
      source: 'bot_gateway',
      name: 'chat bot',
      prefix: plain.slice(0, 12),
      sources: null,
      createdBy: account.id,
      takenOverBy: null,
      createdAt: ports.clock.now(),
      expiresAt: new Date(ports.clock.now().getTime() + 30 * 86_400_000),
      lastUsedAt: null,
      revokedAt: null,
    })
    const { keys, audit, jobs } = ports.database.tables
    expect([...keys.values()]).toMatchObject([{ digest: ports.apiKeys.digest(plain) }])
    expect(
      JSON.stringify([[...keys.values()], [...audit.values()], [...jobs.values()]]),
    ).not.toContain(plain)
    expect([...audit.values()]).toMatchObject([
      {
        action: 'key.create',
        actorId: account.id,
        target: `key:${key.id}`,
        meta: { source: 'bot_gateway', prefix: key.prefix },
      },
    ])
  })

  it('R148 notifies every active Owner and no one else, even when the operator creates the key', async () => {
    const ports = memoryPorts()
    const owners = await Promise.all(
      Array.from({ length: 101 }, () => aPersonIn(ports, { role: 'Owner' })),
    )
    const others = [
      ...(await Promise.all(roles.slice(1).map((role) => aPersonIn(ports, { role })))),
      await aPersonIn(ports, { role: 'Owner', status: 'deactivated' }),
    ]
    const creators: readonly Actor[] = [owners[0]!.actor, operator]
    const about = []
    for (const actor of creators) {
      const { key } = valueOf(await createServiceKey(ports, { ...bot, actor }))
      const by = actor.kind === 'person' ? owners[0]!.account.email : null
      const named = { keyName: 'chat bot', keyPrefix: key.prefix, source: 'bot_gateway' }
      about.push({ kind: 'service_key_created', by, ...named })
    }
    for (const { account } of owners) expect(noticesTo(ports, account)).toEqual(about)
    for (const { account } of others) expect(noticesTo(ports, account)).toEqual([])
  })

  it('R148 stores no key if its notice cannot be queued', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Owner' })
    const failing: typeof ports.transact = (work) =>
      ports.transact((stores) =>
        work({
          ...stores,
          jobs: { ...stores.jobs, enqueue: () => Promise.reject(new Error('killed')) },
        }),
      )
    await expect(
      createServiceKey({ ...ports, transact: failing }, { ...bot, actor }),
    ).rejects.toThrow('killed')
    expect(ports.database.tables.keys.size).toBe(0)
  })

  it('refuses an invalid platform and an invalid key name', async () => {
    const ports = memoryPorts()
    for (const source of ['', 'Workspace', 'work space', 'a'.repeat(64)]) {
      expect(await createServiceKey(ports, { ...bot, actor: operator, source })).toEqual({
        ok: false,
        error: { code: 'key.source_invalid' },
      })
    }
    expect(await createServiceKey(ports, { ...bot, actor: operator, name: ' ' })).toEqual({
      ok: false,
      error: { code: 'key.name_invalid' },
    })
  })

  it('narrows to sources that have documents, visible or not, and names the others', async () => {
    const ports = memoryPorts()
    const documents = [
      aDocument({ source: 'wiki' }),
      aDocument({ source: 'board', allowed: ['role:Owner'] }),
    ]
    await importDocuments(ports, { actor: operator, documents })
    const narrow = (sources: readonly string[]) =>
      createServiceKey(ports, { ...bot, actor: operator, sources })
    expect(valueOf(await narrow(['board', 'wiki', 'board'])).key.sources).toEqual(['board', 'wiki'])
    expect(await narrow(['wiki', 'wkii'])).toEqual({
      ok: false,
      error: { code: 'key.sources_invalid', unknown: ['wkii'] },
    })
  })
})
