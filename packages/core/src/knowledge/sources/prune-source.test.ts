import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { aDocument, memoryPorts } from '../../testing/index.ts'
import { onlyAdministrators } from '../../testing/builders/only-administrators.ts'
import type { Source } from '../../model/knowledge/document.ts'
import { documentsPerImportMax, importDocuments } from '../imports/import-documents.ts'
import { pruneSource, type PruneSource } from './prune-source.ts'

const wiki = 'wiki' as Source
const names = (count: number) => Array.from({ length: count }, (_, position) => `page-${position}`)

/** A wiki with `count` pages, and a ticket with the external id of one. */
async function aWikiOf(count: number) {
  const ports = memoryPorts()
  const documents = [
    ...names(count).map((externalId) => aDocument({ externalId })),
    aDocument({ source: 'ticket', externalId: 'page-0' }),
  ]
  for (let first = 0; first < documents.length; first += documentsPerImportMax)
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other
    await importDocuments(ports, {
      actor: operator,
      documents: documents.slice(first, first + documentsPerImportMax),
    })
  const left = () =>
    [...ports.database.tables.documents.values()].map(
      ({ source, externalId }) => `${source} ${externalId}`,
    )
  const prune = (
    kept: readonly string[],
    more: Partial<Pick<PruneSource, 'created' | 'mayRemoveMost' | 'onProgress'>> = {},
  ) =>
    pruneSource(ports, {
      actor: operator,
      source: wiki,
      kept,
      created: 0,
      mayRemoveMost: false,
      ...more,
    })
  return { ports, prune, left }
}

describe('pruneSource', () => {
  onlyAdministrators((ports, actor) =>
    pruneSource(ports, { actor, source: wiki, kept: [], created: 0, mayRemoveMost: true }),
  )

  it('removes what the source no longer contains, from search too, and nothing of another source', async () => {
    const { ports, prune, left } = await aWikiOf(4)
    expect(await prune(['page-1', 'page-3'])).toEqual({ ok: true, value: 2 })
    expect(left()).toEqual(['wiki page-1', 'wiki page-3', 'ticket page-0'])
    expect(ports.database.tables.index.size).toBe(3)
  })

  it('refuses to remove more than half of the earlier documents, and removes nothing', async () => {
    const { ports, prune, left } = await aWikiOf(4)
    const before = left()
    expect(await prune(['page-1'])).toEqual({
      ok: false,
      error: { code: 'knowledge.prune_refused', removed: 3, held: 4 },
    })
    // New documents of a wrong folder do not justify removing the earlier ones.
    const created = names(50).map((name) => `new-${name}`)
    const error = { code: 'knowledge.prune_refused', removed: 4, held: 4 }
    expect(await prune(created, { created: 50 })).toEqual({ ok: false, error })
    expect(left()).toEqual(before)
    expect([...ports.database.tables.audit.values()].map(({ action }) => action)).toEqual([
      'knowledge.import',
      'knowledge.import',
    ])
  })

  it('removes any number when allowed to', async () => {
    const { prune, left } = await aWikiOf(4)
    expect(await prune([], { mayRemoveMost: true })).toEqual({ ok: true, value: 4 })
    expect(left()).toEqual(['ticket page-0'])
  })

  it('removes many in parts, so that after an interruption the next call removes the rest', async () => {
    const { ports, prune, left } = await aWikiOf(1_100)
    const transactions = { done: 0 }
    const interrupted: typeof ports.transact = (work) => {
      transactions.done += 1
      if (transactions.done > 2) return Promise.reject(new Error('interrupted'))
      return ports.transact(work)
    }
    const command = { actor: operator, source: wiki, kept: ['page-0'], created: 0 }
    await expect(
      pruneSource({ transact: interrupted }, { ...command, mayRemoveMost: true }),
    ).rejects.toThrow('interrupted')
    expect(left()).toHaveLength(601)
    expect(await prune(['page-0'], { mayRemoveMost: true })).toEqual({ ok: true, value: 599 })
    expect(left()).toEqual(['wiki page-0', 'ticket page-0'])
  })

  it('reports how far it is after each part, and leaves the rest if that throws', async () => {
    const { prune, left } = await aWikiOf(1_101)
    const reported: string[] = []
    const onProgress = (removed: number, total: number) => {
      reported.push(`${removed} of ${total}`)
      if (removed === 500 && total === 1_100) throw new Error('stopped')
    }
    await expect(prune(['page-0'], { mayRemoveMost: true, onProgress })).rejects.toThrow('stopped')
    expect(left()).toHaveLength(602)
    await prune(['page-0'], { mayRemoveMost: true, onProgress })
    expect(reported).toEqual(['500 of 1100', '500 of 600', '600 of 600'])
  })

  it('R62 audits the source and the number of removed documents, and nothing if there were none', async () => {
    const { ports, prune } = await aWikiOf(3)
    expect(await prune(names(3))).toEqual({ ok: true, value: 0 })
    await prune(names(2))
    const entries = [...ports.database.tables.audit.values()].filter(
      ({ action }) => action === 'knowledge.prune',
    )
    expect(entries).toMatchObject([{ via: 'cli', target: 'source:wiki', meta: { removed: 1 } }])
  })
})
