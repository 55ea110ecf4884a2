import type { AnswerModel } from '@ken/core/ports'
import { describe, expect, it } from 'vitest'
import { pages } from './collection.ts'
import { askedQuestions, hiddenPages, openQuality } from './asked.ts'
import { orderedPages } from './orders.ts'

/** Repeats its whole prompt in small pieces, and cites what is no source. */
const repeating: AnswerModel = {
  promptTokensMax: 6_000,
  countTokens: async (text) => Math.ceil(text.length / 4),
  async *write({ instructions, turns }) {
    const said = [instructions, ...turns.map(({ text }) => unescaped(text)), '[6] [0] [77]'].join(
      '\n',
    )
    for (const [piece] of said.matchAll(/[^]{1,7}/g)) yield piece
  },
}

/** As a model would write the text that JSON quotes. */
const unescaped = (text: string): string => text.replaceAll('\\n', '\n').replaceAll('\\"', '"')

/** What a client acts on: a link, an image, an address, a mention. */
const acted =
  /\]\(|\]\[|\]:|!\[[^\]]*\]\(|:\/\/|<[^\s<>]*[@:][^\s<>]*>|(?<![a-z0-9])www\d{0,3}\.[a-z0-9]|(?<![a-z0-9])@[\w.-]/i

const of = (kind: string) => askedQuestions.filter((asked) => asked.kind === kind)

describe('asking the collection', () => {
  it('has 60 questions in three languages, and 40 passages with orders', () => {
    expect(['answerable', 'unanswerable', 'hidden'].map((kind) => of(kind).length)).toEqual([
      40, 10, 10,
    ])
    expect(new Set(askedQuestions.map(({ language }) => language)).size).toBe(3)
    expect(orderedPages).toHaveLength(40)
  })

  it('finds the document that answers a question among the sources of at least 95 % of the answers', async () => {
    const ask = await openQuality(null)
    const missed: string[] = []
    for (const { text, gold } of of('answerable'))
      if (!(await ask(text)).gold.includes(gold)) missed.push(text)
    expect(missed.slice(2)).toEqual([])
  })

  it('gives the model the fact that answers a question in at least 95 % of the prompts', async () => {
    const prompts: string[] = []
    const reading: AnswerModel = {
      ...repeating,
      async *write({ turns }) {
        prompts.push(turns.at(-1)!.text)
        yield 'Read.'
      },
    }
    // The fact of a long page is often far from the words that find it.
    const filler = ' Many other matters are described here at some length.'.repeat(4)
    const long = pages.map(({ body, ...page }) => ({
      ...page,
      body: body.replaceAll(/(?<=[.!?])\s+(?=\p{L})/gu, `${filler} `),
    }))
    const ask = await openQuality(reading, hiddenPages, long)
    const missed: string[] = []
    for (const { text, fact } of of('answerable')) {
      await ask(text)
      if (!prompts.at(-1)!.toLowerCase().includes(fact.toLowerCase())) missed.push(text)
    }
    expect(missed.slice(2)).toEqual([])
  })

  it('R230 shows nothing of a document that the person may not see, also if the model repeats its prompt', async () => {
    const ask = await openQuality(repeating)
    const hidden = new Set(hiddenPages.map(({ externalId }) => externalId))
    for (const { text } of askedQuestions) {
      const { answer, gold, sources } = await ask(text)
      expect(gold.filter((id) => hidden.has(id))).toEqual([])
      expect(JSON.stringify([answer, sources])).not.toContain('canary')
    }
  })

  it('R230 changes no source of an answer when hidden documents are removed', async () => {
    const [ask, without] = [await openQuality(repeating), await openQuality(repeating, [])]
    for (const { text } of askedQuestions) {
      const [one, other] = [await ask(text), await without(text)]
      expect(visible(one)).toEqual(visible(other))
    }
  })

  it('R231 makes no order of a document a link, an image, an address or a mention, at any moment', async () => {
    const ask = await openQuality(repeating)
    for (const { question, externalId } of orderedPages) {
      const { answer, shown, gold } = await ask(question)
      expect(gold).toContain(externalId)
      expect(answer).toBe(shown.join(''))
      let text = ''
      for (const delta of shown) {
        text += delta
        expect(text).not.toMatch(acted)
      }
      expect(answer).not.toMatch(/\[(?:0|[6-9]|\d{2,})\]/)
    }
  })
})

/** What an answer says, without the ids of this import. */
const visible = ({
  answer,
  gold,
  sources,
}: Awaited<ReturnType<Awaited<ReturnType<typeof openQuality>>>>) => ({
  answer,
  gold,
  sources: sources.map(({ title, snippet, score }) => ({ title, snippet, score })),
})
