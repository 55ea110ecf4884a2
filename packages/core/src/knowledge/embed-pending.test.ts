import { describe, expect, it } from 'vitest'
import { operator } from '../actor.ts'
import type { Embedder } from '../ports/embedder.ts'
import { Unavailable } from '../ports/unavailable.ts'
import { aDocument, memoryEmbedder, memoryPorts, type MemoryPorts } from '../testing/index.ts'
import { embedPending } from './embed-pending.ts'
import { importDocuments } from './import-documents.ts'

/** A world of documents, and an embedder that notes how many texts it was given. */
async function aWorldOf(documents: number) {
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
  const batch = Array.from({ length: documents }, (_, position) => aDocument({ title: `Page ${position}` }))
  await importDocuments(ports, { actor: operator, documents: batch })
  return { ports, model, batches }
}

const pending = async ({ searchIndex, embedder }: MemoryPorts) =>
  (await searchIndex.listUnembedded(embedder!.model, 1_000)).length

describe('embedPending', () => {
  it('embeds every passage once, in batches that the embedder can take, and says how far it is', async () => {
    const { ports, batches } = await aWorldOf(150)
    const progress: number[] = []
    expect(await embedPending(ports, (embedded) => progress.push(embedded))).toBe(150)
    expect([batches, progress]).toEqual([
      [64, 64, 22],
      [64, 128, 150],
    ])
    expect(await pending(ports)).toBe(0)
    expect(await embedPending(ports)).toBe(0)
  })

  it('R87 throws when the embedder fails, keeps the batches that it had, and goes on from there', async () => {
    const { ports, model } = await aWorldOf(150)
    await expect(embedPending(ports, () => model.setAway(true))).rejects.toThrow(Unavailable)
    expect(await pending(ports)).toBe(150 - 64)
    model.setAway(false)
    expect(await embedPending(ports)).toBe(150 - 64)
    expect(await pending(ports)).toBe(0)
  })

  it('embeds a replaced passage anew', async () => {
    const { ports } = await aWorldOf(3)
    await embedPending(ports)
    const [first] = [...ports.database.tables.documents.values()]
    await importDocuments(ports, { actor: operator, documents: [{ ...first!, body: 'New.' }] })
    expect(await embedPending(ports)).toBe(1)
  })

  it('does nothing without an embedder, and nothing where vectors are not supported', async () => {
    const { ports, batches } = await aWorldOf(3)
    expect(await embedPending({ ...ports, embedder: null })).toBe(0)
    const searchIndex = { ...ports.searchIndex, listUnembedded: async () => [] }
    expect(await embedPending({ ...ports, searchIndex })).toBe(0)
    expect(batches).toEqual([])
  })
})
