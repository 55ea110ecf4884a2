import { expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import type { ChunkPlace, Embedder } from '../../ports/index.ts'
import { aDocument, memoryEmbedder, memoryPorts } from '../../testing/index.ts'
import { embedPending } from './embed-pending.ts'
import { importDocuments } from '../imports/import-documents.ts'
import { reembedDocuments } from './reembed-documents.ts'

async function withVectors(count: number, embedder: Embedder = memoryEmbedder()) {
  const ports = { ...memoryPorts(), embedder }
  for (let start = 0; start < count; start += 500)
    await importDocuments(ports, {
      actor: operator,
      documents: Array.from({ length: Math.min(500, count - start) }, (_, number) =>
        aDocument({ externalId: `${start + number}` }),
      ),
    })
  await embedPending(ports)
  return ports
}

it('deletes all vectors in batches, so that they are made again, and audits the start', async () => {
  const ports = await withVectors(1_001)
  const batches: number[] = []
  let after: ChunkPlace | null = null
  do {
    const state: Awaited<ReturnType<typeof reembedDocuments>> = await reembedDocuments(ports, {
      actor: operator,
      after,
    })
    batches.push(state!.deleted)
    after = state!.last
  } while (after !== null)
  expect(batches).toEqual([1_000, 1, 0])
  const entries = [...ports.database.tables.audit.values()]
  expect(entries.filter(({ action }) => action === 'knowledge.reindex')).toMatchObject([
    { target: 'vectors:all' },
  ])
  expect(await embedPending(ports)).toEqual({ embedded: 1_001, refused: 0 })
})

it('ends the pauses of passages that the former model refused', async () => {
  const refusing: Embedder = {
    ...memoryEmbedder(),
    embedTexts: async (texts) => texts.map(() => null),
  }
  const ports = await withVectors(1_001, refusing)
  const own = { ...ports, embedder: memoryEmbedder() }
  expect(await embedPending(own)).toEqual({ embedded: 0, refused: 0 })
  expect(await reembedDocuments(own, { actor: operator, after: null })).toEqual({
    deleted: 0,
    last: null,
  })
  expect(await embedPending(own)).toEqual({ embedded: 1_001, refused: 0 })
})

it('does nothing without an embedder', async () => {
  const ports = { ...memoryPorts(), embedder: null }
  expect(await reembedDocuments(ports, { actor: operator, after: null })).toBeNull()
  expect(ports.database.tables.audit.size).toBe(0)
})
