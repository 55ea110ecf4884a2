import { describe, expect, it, onTestFinished } from 'vitest'
import type { Embedder } from '../../../ports/knowledge/embedder.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'

/**
 * A fresh embedder, a switch that makes its model unavailable, and one that makes it refuse texts
 * with a word.
 */
export type EmbedderWorld = {
  readonly embedder: Embedder
  readonly setUnavailable: (isUnavailable: boolean) => void
  readonly refuse: (word: string | null) => void
  readonly close: () => Promise<void>
}

/**
 * What every `Embedder` must do. `open` returns a fresh world whose vectors reflect the words of a
 * text.
 */
export function embedderContract(name: string, open: () => Promise<EmbedderWorld>) {
  async function openWorld() {
    const world = await open()
    onTestFinished(world.close)
    return world
  }

  describe(`Embedder contract: ${name}`, () => {
    it('names its model', async () => {
      const { embedder } = await openWorld()
      expect(embedder.model).not.toBe('')
    })

    it('returns one vector per text, in order, the same for the same text', async () => {
      const { embedder } = await openWorld()
      const texts = [
        'holiday policy',
        'printer on the second floor',
        'holiday policy',
        'who approves travel',
      ]
      const oneByOne = await Promise.all(texts.map((text) => embedder.embedTexts([text])))
      expect(await embedder.embedTexts(texts)).toEqual(oneByOne.flat())
    })

    it('returns vectors of one dimension for queries and texts', async () => {
      const { embedder } = await openWorld()
      const [short, long] = await embedder.embedTexts([
        'printer',
        'how to order paper for the printer on the second floor',
      ])
      expect(short?.length).toBeGreaterThan(0)
      expect(long).toHaveLength(short?.length ?? 0)
      expect(await embedder.embedQuery('where is the printer?')).toHaveLength(short?.length ?? 0)
    })

    it('puts a question nearer to the text that answers it', async () => {
      const { embedder } = await openWorld()
      const [printer, holiday] = await embedder.embedTexts([
        'the printer is on the second floor',
        'annual leave needs approval',
      ])
      const question = (await embedder.embedQuery('where is the printer')) ?? []
      expect(cosine(question, printer ?? [])).toBeGreaterThan(cosine(question, holiday ?? []))
    })

    it('returns null for each text that the model refuses, and vectors for the others', async () => {
      const { embedder, refuse } = await openWorld()
      const texts = Array.from({ length: 20 }, (_, position) =>
        position % 7 === 3 ? `endless ${position}` : `text ${position}`,
      )
      const vectors = await embedder.embedTexts(texts)
      refuse('endless')
      expect(await embedder.embedTexts(texts)).toEqual(
        vectors.map((vector, position) => (position % 7 === 3 ? null : vector)),
      )
      expect(await embedder.embedTexts(['endless', 'endless text'])).toEqual([null, null])
      refuse(null)
      expect(await embedder.embedTexts(texts)).toEqual(vectors)
    })

    it('returns no vectors for no texts', async () => {
      const { embedder } = await openWorld()
      expect(await embedder.embedTexts([])).toEqual([])
    })

    it('accepts 64 texts at once and refuses more', async () => {
      const { embedder } = await openWorld()
      const texts = Array.from({ length: 65 }, (_, index) => `text ${index}`)
      expect(await embedder.embedTexts(texts.slice(1))).toHaveLength(64)
      await expect(embedder.embedTexts(texts)).rejects.toThrow('At most 64 texts')
    })

    it('returns null for a query while the model is unavailable, and a vector again afterwards', async () => {
      const { embedder, setUnavailable } = await openWorld()
      setUnavailable(true)
      expect(await embedder.embedQuery('where is the printer')).toBeNull()
      setUnavailable(false)
      expect(await embedder.embedQuery('where is the printer')).not.toBeNull()
    })

    it('throws Unavailable for texts while the model is unavailable', async () => {
      const { embedder, setUnavailable } = await openWorld()
      setUnavailable(true)
      await expect(embedder.embedTexts(['the printer is on the second floor'])).rejects.toThrow(
        Unavailable,
      )
      setUnavailable(false)
      expect(await embedder.embedTexts(['the printer is on the second floor'])).toHaveLength(1)
    })
  })
}

function cosine(one: readonly number[], other: readonly number[]): number {
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other))
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0)
}
