import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import {
  aDocument,
  aPersonIn,
  memoryEmbedder,
  memoryPorts,
  type MemoryPorts,
} from '../../testing/index.ts'
import { onlyAdministrators } from '../../testing/builders/only-administrators.ts'
import type { DocumentInput } from '../../model/knowledge/document.ts'
import { embedPending } from '../indexing/embed-pending.ts'
import { documentsPerImportMax, importDocuments } from './import-documents.ts'
import type { Principal } from '../../model/knowledge/principal.ts'

const importAll = async (ports: MemoryPorts, documents: readonly DocumentInput[]) => {
  const imported = await importDocuments(ports, { actor: operator, documents })
  if (!imported.ok) throw new Error(imported.error.code)
  return imported.value.map(({ kind }) => kind)
}

const titlesFound = async ({ searchIndex }: MemoryPorts, query: string, principal = 'everyone') => {
  const results = await searchIndex.searchText(
    query,
    { principals: [principal as Principal], sources: null },
    50,
  )
  return results.map(({ title }) => title)
}

const vpn = aDocument({ externalId: 'vpn', title: 'VPN', body: 'Use the tunnel.' })

describe('importDocuments', () => {
  onlyAdministrators((ports, actor) => importDocuments(ports, { actor, documents: [vpn] }))

  it('creates, replaces or skips by source and external id, with one verdict per document in order', async () => {
    const ports = memoryPorts()
    const other = aDocument({ externalId: 'vpn', source: 'ticket' })
    expect(await importAll(ports, [vpn, other])).toEqual(['created', 'created'])
    expect(await importAll(ports, [other, { ...vpn, body: 'Use the bridge.' }])).toEqual([
      'unchanged',
      'updated',
    ])
    expect(ports.database.tables.documents.size).toBe(2)
    expect(await titlesFound(ports, 'bridge')).toEqual(['VPN'])
    expect(await titlesFound(ports, 'tunnel')).toEqual([])
  })

  it('divides long batches into passages in parts, so that other requests get a turn', async () => {
    const { transact, ...ports } = memoryPorts()
    const parts: (readonly string[])[] = []
    const watched: MemoryPorts = {
      ...ports,
      transact: (work) =>
        transact(({ searchIndex, ...stores }) => {
          const replace: typeof searchIndex.replace = async (documents) => {
            parts.push(documents.map(({ externalId }) => externalId))
            await searchIndex.replace(documents)
          }
          return work({ ...stores, searchIndex: { ...searchIndex, replace } })
        }),
    }
    const lengths = { a: 300_000, b: 200_000, c: 1, d: 1_900_000, e: 1 }
    const documents = Object.entries(lengths).map(([externalId, length]) =>
      aDocument({ externalId, body: 'word '.repeat(length / 5 + 1).slice(0, length) }),
    )
    expect(await importAll(watched, documents)).toEqual(Array(5).fill('created'))
    expect(parts).toEqual([['a', 'b'], ['c'], ['d'], ['e']])
  })

  it('changes nothing but the last import when a batch is repeated, not even the audit log', async () => {
    const ports = memoryPorts()
    await importAll(ports, [vpn])
    const before = ports.database.tables
    expect(await importAll(ports, [{ ...vpn, allowed: [...vpn.allowed, ...vpn.allowed] }])).toEqual(
      ['unchanged'],
    )
    const { sourceImports } = ports.database.tables
    expect([...sourceImports.values()]).toMatchObject([{ upserted: 0, removed: 0 }])
    expect(ports.database.tables).toEqual({ ...before, sourceImports })
  })

  it('R6 keeps the index and vectors of a document with the same text, and applies its new access-control list', async () => {
    const ports = memoryPorts({ embedder: memoryEmbedder() })
    await importAll(ports, [vpn])
    await embedPending(ports)
    const { index } = ports.database.tables
    const moved = {
      ...vpn,
      allowed: ['group:it'],
      updatedAt: new Date(0),
      url: 'https://wiki.example.com/moved',
    }
    expect(await importAll(ports, [moved])).toEqual(['updated'])
    expect(ports.database.tables.index).toEqual(index)
    expect(await embedPending(ports)).toEqual({ embedded: 0, refused: 0 })
    expect([
      await titlesFound(ports, 'tunnel'),
      await titlesFound(ports, 'tunnel', 'group:it'),
    ]).toEqual([[], ['VPN']])
  })

  it('stores the last of several versions in one batch, and reports the others as superseded', async () => {
    const ports = memoryPorts()
    const versions = ['first', 'second', 'third'].map((body) => ({ ...vpn, body }))
    expect(await importAll(ports, versions)).toEqual(['superseded', 'superseded', 'created'])
    expect([await titlesFound(ports, 'first second'), await titlesFound(ports, 'third')]).toEqual([
      [],
      ['VPN'],
    ])
  })

  it('reports an invalid document and imports the others', async () => {
    const ports = memoryPorts()
    const invalid = { ...vpn, url: 'javascript:alert(1)', allowed: [] }
    const imported = await importDocuments(ports, {
      actor: operator,
      documents: [invalid, vpn, invalid],
    })
    const verdict = {
      kind: 'invalid',
      faults: [
        expect.objectContaining({ field: 'url' }),
        expect.objectContaining({ field: 'allowed' }),
      ],
    }
    expect(imported).toEqual({ ok: true, value: [verdict, { kind: 'created' }, verdict] })
    expect(await titlesFound(ports, 'tunnel')).toEqual(['VPN'])
  })

  it('rolls back everything when indexing fails', async () => {
    const ports = memoryPorts()
    const transact: MemoryPorts['transact'] = (work) =>
      ports.transact((stores) =>
        work({ ...stores, searchIndex: { replace: () => Promise.reject(new Error('disk full')) } }),
      )
    await expect(
      importDocuments({ ...ports, transact }, { actor: operator, documents: [vpn] }),
    ).rejects.toThrow('disk full')
    expect(ports.database.tables.documents.size).toBe(0)
    expect(await importAll(ports, [vpn])).toEqual(['created'])
  })

  it('R62 is audited with the number of changed documents of each source, without their text', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { role: 'Admin' })
    const ticket = aDocument({ source: 'ticket' })
    const documents = [vpn, aDocument(), { ...vpn, title: '' }, ticket]
    await importDocuments(ports, { actor, documents })
    await importDocuments(ports, { actor, documents: [vpn, { ...ticket, title: 'Another' }] })
    const entries = [...ports.database.tables.audit.values()]
    const ofImport = { actorId: account.id, action: 'knowledge.import' }
    expect(entries).toMatchObject([
      { ...ofImport, target: 'source:wiki', meta: { changed: 2 } },
      { ...ofImport, target: 'source:ticket', meta: { changed: 1 } },
      { ...ofImport, target: 'source:ticket', meta: { changed: 1 } },
    ])
    expect(JSON.stringify(entries)).not.toMatch(/VPN|tunnel/)
  })

  it('accepts an empty batch and one of the largest size, and throws for a larger one', async () => {
    const ports = memoryPorts()
    const batch = Array.from({ length: documentsPerImportMax }, (_, position) =>
      aDocument({ externalId: `${position}` }),
    )
    expect(await importAll(ports, [])).toEqual([])
    expect(new Set(await importAll(ports, batch))).toEqual(new Set(['created']))
    await expect(importAll(ports, [...batch, vpn])).rejects.toThrow(RangeError)
  })

  it('R75 treats names of JavaScript built-ins as ordinary names', async () => {
    const ports = memoryPorts()
    const withBuiltInNames = JSON.parse(
      '{"__proto__": {"allowed": ["everyone"]}, "constructor": 1, "toString": null}',
    ) as DocumentInput
    const documents = [
      { ...withBuiltInNames, ...vpn, externalId: '__proto__' },
      aDocument({ externalId: 'constructor' }),
    ]
    expect(await importAll(ports, documents)).toEqual(['created', 'created'])
    expect(await importAll(ports, documents)).toEqual(['unchanged', 'unchanged'])
  })
})
