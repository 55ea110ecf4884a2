import { describe, expect, it, onTestFinished } from 'vitest'
import type { Embedder } from '../../../ports/knowledge/embedder.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'

/** A fresh embedder, a switch that takes its model away and brings it back, and one that lets it refuse texts with a word. */
export type EmbedderWorld = {
  readonly embedder: Embedder
  readonly setAway: (isAway: boolean) => void
  readonly refuse: (word: string | null) => void
  readonly close: () => Promise<void>
}

/** What every `Embedder` must do. `open` gives a fresh world whose vectors follow the words of a text. */
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

    it('gives one vector per text, in order, the same for the same text', async () => {
      const { embedder } = await openWorld()
      const texts = ['holiday policy', 'printer on the second floor', 'holiday policy', 'who approves travel']
      const oneByOne = await Promise.all(texts.map((text) => embedder.embedTexts([text])))
      expect(await embedder.embedTexts(texts)).toEqual(oneByOne.flat())
    })

    it('gives questions and texts vectors of one dimension', async () => {
      const { embedder } = await openWorld()
      const [short, long] = await embedder.embedTexts(['printer', 'how to order paper for the printer on the second floor'])
      expect(short?.length).toBeGreaterThan(0)
      expect(long).toHaveLength(short?.length ?? 0)
      expect(await embedder.embedQuery('where is the printer?')).toHaveLength(short?.length ?? 0)
    })

    it('puts a question nearer to the text that answers it', async () => {
      const { embedder } = await openWorld()
      const [printer, holiday] = await embedder.embedTexts(['the printer is on the second floor', 'annual leave needs approval'])
      const question = (await embedder.embedQuery('where is the printer')) ?? []
      expect(cosine(question, printer ?? [])).toBeGreaterThan(cosine(question, holiday ?? []))
    })

    it('gives null for the texts that the model refuses, whether one or all, and their vectors to the others', async () => {
      const { embedder, refuse } = await openWorld()
      const texts = Array.from({ length: 20 }, (_, position) => (position % 7 === 3 ? `endless ${position}` : `text ${position}`))
      const vectors = await embedder.embedTexts(texts)
      refuse('endless')
      expect(await embedder.embedTexts(texts)).toEqual(vectors.map((vector, position) => (position % 7 === 3 ? null : vector)))
      expect(await embedder.embedTexts(['endless', 'endless text'])).toEqual([null, null])
      refuse(null)
      expect(await embedder.embedTexts(texts)).toEqual(vectors)
    })

    it('gives no vectors for no texts', async () => {
      const { embedder } = await openWorld()
      expect(await embedder.embedTexts([])).toEqual([])
    })

    it('takes 64 texts at once and refuses more', async () => {
      const { embedder } = await openWorld()
      const texts = Array.from({ length: 65 }, (_, index) => `text ${index}`)
      expect(await embedder.embedTexts(texts.slice(1))).toHaveLength(64)
      await expect(embedder.embedTexts(texts)).rejects.toThrow('At most 64 texts')
    })

    it('answers null for a question while the model is away, and a vector again afterwards', async () => {
      const { embedder, setAway } = await openWorld()
      setAway(true)
      expect(await embedder.embedQuery('where is the printer')).toBeNull()
      setAway(false)
      expect(await embedder.embedQuery('where is the printer')).not.toBeNull()
    })

    it('throws Unavailable for texts while the model is away', async () => {
      const { embedder, setAway } = await openWorld()
      setAway(true)
      await expect(embedder.embedTexts(['the printer is on the second floor'])).rejects.toThrow(Unavailable)
      setAway(false)
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
