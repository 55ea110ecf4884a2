import { describe, expect, it } from 'vitest'
import type { Role } from '../accounts/account.ts'
import { operator } from '../actor.ts'
import { importDocuments } from '../knowledge/import-documents.ts'
import { aDocument, aPersonIn, memoryPorts, valueOf } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/only-administrators.ts'
import { createServiceKey } from './create-service-key.ts'

const bot = { source: 'teamchat', name: 'chat bot', lifetimeDays: null, sources: null } as const

describe('createServiceKey', () => {
  onlyAdministrators((ports, actor) => createServiceKey(ports, { ...bot, actor }))

  it('R3 shows the whole key once and stores only its digest and its first characters; nobody owns it', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { role: 'Admin' })
    const { key, plain } = valueOf(await createServiceKey(ports, { ...bot, actor, lifetimeDays: 30 }))
    expect(key).toEqual({
      id: key.id,
      kind: 'service',
      ownerId: null,
      ownerEmail: null,
      source: 'teamchat',
      name: 'chat bot',
      prefix: plain.slice(0, 12),
      sources: null,
      createdBy: account.id,
      createdAt: ports.clock.now(),
      expiresAt: new Date(ports.clock.now().getTime() + 30 * 86_400_000),
      lastUsedAt: null,
      revokedAt: null,
    })
    const { keys, audit } = ports.database.tables
    expect([...keys.values()]).toMatchObject([{ digest: ports.apiKeys.digest(plain) }])
    expect(JSON.stringify([[...keys.values()], [...audit.values()]])).not.toContain(plain)
    expect([...audit.values()]).toMatchObject([
      {
        action: 'key.create',
        actorId: account.id,
        target: `key:${key.id}`,
        meta: { source: 'teamchat', prefix: key.prefix },
      },
    ])
  })

  it('R2 lets nobody but an Owner make a key that vouches for addresses: it can speak for Owners, too', async () => {
    const ports = memoryPorts()
    const create = async (role: Role) =>
      createServiceKey(ports, { ...bot, source: 'workspace_chat', actor: (await aPersonIn(ports, { role })).actor })
    for (const role of ['Admin', 'Member'] as const) {
      expect(await create(role)).toEqual({ ok: false, error: { code: 'account.forbidden' } })
    }
    expect(ports.database.tables.keys.size).toBe(0)
    expect(valueOf(await create('Owner')).key.source).toBe('workspace_chat')
    expect(await createServiceKey(ports, { ...bot, source: 'workspace_chat', actor: operator })).toMatchObject({ ok: true })
  })

  it('refuses what is no name of a platform, and no name for the key', async () => {
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

  it('narrows to sources of which there are documents, whoever may see them, and names the others', async () => {
    const ports = memoryPorts()
    const documents = [aDocument({ source: 'wiki' }), aDocument({ source: 'board', allowed: ['role:Owner'] })]
    await importDocuments(ports, { actor: operator, documents })
    const narrow = (sources: readonly string[]) => createServiceKey(ports, { ...bot, actor: operator, sources })
    expect(valueOf(await narrow(['board', 'wiki', 'board'])).key.sources).toEqual(['board', 'wiki'])
    expect(await narrow(['wiki', 'wkii'])).toEqual({ ok: false, error: { code: 'key.sources_invalid', unknown: ['wkii'] } })
  })
})
