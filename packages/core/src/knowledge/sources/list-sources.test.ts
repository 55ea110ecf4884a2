import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { aDocument, memoryEmbedder, memoryPorts, valueOf } from '../../testing/index.ts'
import type { Source } from '../../model/knowledge/document.ts'
import type { JobQueue } from '../../ports/index.ts'
import { onlyAdministrators } from '../../testing/builders/only-administrators.ts'
import { embedPending } from '../indexing/embed-pending.ts'
import { importDocuments } from '../imports/import-documents.ts'
import { listSources } from './list-sources.ts'
import { removeDocuments } from './remove-documents.ts'
import { requestSourceRemoval } from './request-source-removal.ts'

const documents = [
  aDocument({ source: 'wiki', externalId: 'a' }),
  aDocument({ source: 'wiki', allowed: ['group:hr'] }),
  aDocument({ source: 'ticket' }),
]

describe('listSources', () => {
  onlyAdministrators((ports, actor) => listSources(ports, { actor }))

  it('counts the documents of every source, even those that the actor may not read', async () => {
    const ports = memoryPorts()
    await importDocuments(ports, { actor: operator, documents })
    const listed = valueOf(await listSources(ports, { actor: operator }))
    const lastImport = { at: ports.clock.now(), isByOperator: true, byEmail: null, removed: 0 }
    const common = { embedded: null, pending: null, removalRequestedAt: null, removalFailure: null }
    expect(listed).toEqual([
      {
        source: 'ticket',
        documents: 1,
        passages: 1,
        allowed: { everyone: 1, roles: 0, groups: 0, persons: 0 },
        lastImport: { ...lastImport, upserted: 1 },
        ...common,
      },
      {
        source: 'wiki',
        documents: 2,
        passages: 2,
        allowed: { everyone: 1, roles: 0, groups: 1, persons: 0 },
        lastImport: { ...lastImport, upserted: 2 },
        ...common,
      },
    ])
  })

  it('says how many passages have a vector of the model, and how many wait for one', async () => {
    const ports = memoryPorts({ embedder: memoryEmbedder() })
    await importDocuments(ports, { actor: operator, documents })
    const numbers = async () =>
      valueOf(await listSources(ports, { actor: operator })).map(({ embedded, pending }) => [
        embedded,
        pending,
      ])
    expect(await numbers()).toEqual([
      [0, 1],
      [0, 2],
    ])
    await embedPending(ports)
    expect(await numbers()).toEqual([
      [1, 0],
      [2, 0],
    ])
  })

  it('says what the last import changed, and since when a source is being removed', async () => {
    const ports = memoryPorts()
    await importDocuments(ports, { actor: operator, documents })
    const removal = { actor: operator, source: documents[0]!.source, externalIds: ['a'] }
    await removeDocuments(ports, removal)
    await removeDocuments(ports, removal)
    const wiki = async () => valueOf(await listSources(ports, { actor: operator })).at(-1)
    expect(await wiki()).toMatchObject({ lastImport: { upserted: 0, removed: 1 } })
    await requestSourceRemoval(ports, { actor: operator, source: 'wiki' })
    expect(await wiki()).toMatchObject({
      removalRequestedAt: ports.clock.now(),
      removalFailure: null,
    })
  })

  it('never shows a removed source as one that stays, although its removal ends while it is read', async () => {
    const ports = memoryPorts()
    await importDocuments(ports, { actor: operator, documents })
    await requestSourceRemoval(ports, { actor: operator, source: 'wiki' })
    /** Ends the removal after the first of the statements that show it. */
    const transact: typeof ports.transact = (work) =>
      ports.transact((stores) => {
        const { sources } = stores
        let hasEnded = false
        const before = async <Read>(read: Promise<Read>): Promise<Read> => {
          const found = await read
          if (!hasEnded) {
            await stores.documents.removeSome('wiki' as Source, documents.length)
            await sources.endRemoval('wiki' as Source)
          }
          hasEnded = true
          return found
        }
        const ending: typeof sources = {
          ...sources,
          listCounts: (model) => before(sources.listCounts(model)),
          listRemovals: () => before(sources.listRemovals()),
        }
        return work({ ...stores, sources: ending })
      })
    const listed = valueOf(await listSources({ ...ports, transact }, { actor: operator }))
    expect(listed.map(({ source }) => source)).toEqual(['ticket'])
  })

  it('says why a removal makes no progress, and not of one that ends or starts meanwhile', async () => {
    const ports = memoryPorts()
    await importDocuments(ports, { actor: operator, documents })
    await requestSourceRemoval(ports, { actor: operator, source: 'wiki' })
    ports.database.tables.jobs.clear()
    const removals = () => ports.database.tables.sourceRemovals
    const wiki = async (listRemovals: JobQueue['listRemovals']) =>
      valueOf(
        await listSources(
          { ...ports, jobQueue: { ...ports.jobQueue, listRemovals } },
          { actor: operator },
        ),
      ).map(({ removalFailure }) => removalFailure)
    const retried = {
      id: '42',
      source: documents[0]!.source,
      state: 'retried',
      reason: 'failed',
    } as const
    expect(await wiki(async () => [retried])).toEqual([
      null,
      { jobId: '42', reason: 'error', isFinal: false },
    ])
    const missing = { jobId: null, reason: 'job_missing', isFinal: true }
    expect(await wiki((limit) => ports.jobQueue.listRemovals(limit))).toEqual([null, missing])
    const ended = async () => (removals().delete('wiki' as Source), [])
    expect(await wiki(ended)).toEqual([null, null])
    const started = async () => (removals().set('wiki' as Source, ports.clock.now()), [])
    expect(await wiki(started)).toEqual([null, null])
  })
})
