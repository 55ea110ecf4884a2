import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import type { Embedder } from '../../ports/knowledge/embedder.ts'
import { Unavailable } from '../../ports/platform/unavailable.ts'
import { aDocument, memoryEmbedder, memoryPorts, type MemoryPorts } from '../../testing/index.ts'
import { embedPending } from './embed-pending.ts'
import { importDocuments } from '../imports/import-documents.ts'

/** Ports with documents, and an embedder that records the sizes of its batches. */
async function portsWith(documents: number) {
  const model = memoryEmbedder()
  const batches: number[] = []
  const embedder: Embedder = {
    ...model,
    embedTexts: (texts) => {
      batches.push(texts.length)
      return model.embedTexts(texts)
    },
  }
  const ports = memoryPorts({ embedder })
  const batch = Array.from({ length: documents }, (_, position) =>
    aDocument({ title: `Page ${position}` }),
  )
  await importDocuments(ports, { actor: operator, documents: batch })
  return { ports, model, batches }
}

const pending = ({ database, embedder }: MemoryPorts): number =>
  [...database.tables.index.values()].flatMap(({ passages }) =>
    passages.filter(({ vectors }) => !vectors.has(embedder!.model)),
  ).length

describe('embedPending', () => {
  it('embeds every passage once, in batches that the embedder accepts, and reports progress', async () => {
    const { ports, batches } = await portsWith(150)
    const progress: number[] = []
    expect(await embedPending(ports, (embedded) => progress.push(embedded))).toEqual({
      embedded: 150,
      refused: 0,
    })
    expect([batches, progress]).toEqual([
      [64, 64, 22],
      [64, 128, 150],
    ])
    expect(pending(ports)).toBe(0)
    expect(await embedPending(ports)).toEqual({ embedded: 0, refused: 0 })
  })

  it('R87 throws when the embedder fails, keeps completed batches, and continues after them', async () => {
    const { ports, model } = await portsWith(150)
    await expect(embedPending(ports, () => model.setUnavailable(true))).rejects.toThrow(Unavailable)
    expect(pending(ports)).toBe(150 - 64)
    model.setUnavailable(false)
    expect(await embedPending(ports)).toEqual({ embedded: 150 - 64, refused: 0 })
    expect(pending(ports)).toBe(0)
  })

  it('embeds everything that the model does not refuse, and retries the rest later', async () => {
    const { ports, model } = await portsWith(150)
    model.refuse('Page 7')
    expect(await embedPending(ports)).toEqual({ embedded: 139, refused: 11 })
    model.refuse(null)
    expect(await embedPending(ports)).toEqual({ embedded: 0, refused: 0 })
    ports.clock.advance(3_600_000)
    expect(await embedPending(ports)).toEqual({ embedded: 11, refused: 0 })
  })

  it('shares the work among concurrent runs, and embeds no passage twice', async () => {
    const { ports, batches } = await portsWith(400)
    const runs = await Promise.all(Array.from({ length: 5 }, () => embedPending(ports)))
    expect(runs.reduce((sum, { embedded }) => sum + embedded, 0)).toBe(400)
    expect(batches.reduce((sum, texts) => sum + texts, 0)).toBe(400)
    expect(pending(ports)).toBe(0)
  })

  it('embeds passages replaced before its current position', async () => {
    const { ports } = await portsWith(100)
    const [first] = [...ports.database.tables.documents.values()]
    let isReplaced = false
    const embedder: Embedder = {
      ...ports.embedder!,
      embedTexts: async (texts) => {
        if (!isReplaced)
          await importDocuments(ports, {
            actor: operator,
            documents: [{ ...first!, body: 'New.' }],
          })
        isReplaced = true
        return ports.embedder!.embedTexts(texts)
      },
    }
    await embedPending({ ...ports, embedder })
    expect(pending(ports)).toBe(0)
  })

  it('embeds a replaced passage again', async () => {
    const { ports } = await portsWith(3)
    await embedPending(ports)
    const [first] = [...ports.database.tables.documents.values()]
    await importDocuments(ports, { actor: operator, documents: [{ ...first!, body: 'New.' }] })
    expect(await embedPending(ports)).toEqual({ embedded: 1, refused: 0 })
  })

  it('does nothing without an embedder or without support for vectors', async () => {
    const { ports, batches } = await portsWith(3)
    expect(await embedPending({ ...ports, embedder: null })).toEqual({ embedded: 0, refused: 0 })
    const searchIndex = { ...ports.searchIndex, claimUnembedded: async () => [] }
    expect(await embedPending({ ...ports, searchIndex })).toEqual({ embedded: 0, refused: 0 })
    expect(batches).toEqual([])
  })
})
