import { describe, expect, it } from 'vitest'
import type { AnswerModel } from '../ports/index.ts'
import { SearchTimeout, Unavailable } from '../ports/platform/unavailable.ts'
import type { AccountId } from '../model/accounts/account.ts'
import type { DocumentId } from '../model/knowledge/document.ts'
import {
  memoryAnswerModel,
  memoryEmbedder,
  memoryPorts,
  newId,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'
import { all, indexAll, visibleTo, titlesOf } from '../testing/builders/search-world.ts'
import { answerText } from '../model/answers/answer.ts'
import type { AnswerQuestion } from './answer-question.ts'
import { answerQuestion } from './answer-question.ts'

const userId = newId() as AccountId
const documents = [
  { externalId: 'leave', title: 'Annual leave', body: 'Everybody has thirty days of leave.' },
  {
    externalId: 'salary',
    title: 'Salaries of the board',
    body: 'The board earns leave and millions.',
    allowed: ['role:Owner'],
  },
  { externalId: 'travel', title: 'Travel', body: 'Trains are booked early.' },
]

async function open(overrides: Partial<MemoryPorts> = {}) {
  const answerModel = memoryAnswerModel()
  const ports = memoryPorts({ answerModel, ...overrides })
  await indexAll(ports.transact, documents)
  const ask = async (question: string, more: Partial<AnswerQuestion> = {}) =>
    valueOf(
      await answerQuestion(ports, { userId, visibility: all, question, earlier: [], ...more }),
    )
  return { ports, answerModel, ask }
}

describe('answerQuestion', () => {
  it("answers with the model's text, based on the person's results", async () => {
    const { ask, answerModel } = await open()
    answerModel.say('Thirty days [1].')
    const answer = await ask('How many days of leave?')
    expect(answer).toMatchObject({
      written: 'Thirty days [1].',
      isModelUnavailable: false,
      degraded: false,
    })
    expect(titlesOf(answer.results)).toEqual(['Annual leave'])
    expect(answerModel.prompts[0]!.turns.at(-1)!.text).toContain('thirty days of leave')
  })

  it('gives the model nothing that the person may not see', async () => {
    const { ask, answerModel } = await open()
    await ask('leave of the board')
    expect(JSON.stringify(answerModel.prompts)).not.toMatch(/salar|millions/i)
    const owned = await ask('leave of the board', {
      visibility: visibleTo('everyone', 'role:Owner'),
    })
    expect(titlesOf(owned.results)).toContain('Salaries of the board')
    expect(JSON.stringify(answerModel.prompts)).toContain('millions')
  })

  it('names the documents of results and earlier messages with each text so far', async () => {
    const { ports, ask, answerModel } = await open()
    const { basedOn } = await ask('How many days of leave?')
    const earlierId = newId() as DocumentId
    const earlier = [{ role: 'assistant', text: 'Yes.', basedOn: [earlierId] }] as const
    answerModel.say(['Thirty ', 'days ', 'of leave.'])
    const partial: unknown[] = []
    const question = 'How many days of leave?'
    await answerQuestion(ports, { userId, visibility: all, question, earlier }, (...given) => {
      partial.push(given)
    })
    expect(partial).toEqual([
      ['Thirty', [...basedOn, earlierId]],
      ['Thirty days of', [...basedOn, earlierId]],
    ])
  })

  it('stops a model that writes for ever at the greatest length', async () => {
    let written = 0
    const answerModel = {
      ...memoryAnswerModel(),
      async *write() {
        for (; written < 20_000; written += 1) yield 'and so on, '
      },
    }
    const { ask } = await open({ answerModel })
    const answer = await ask('How many days of leave?')
    expect(answer.written!.length).toBeLessThan(100_020)
    expect(written).toBeLessThan(10_000)
  })

  it('marks as cut what a stopped model wrote, also if links are removed from it, and nothing else', async () => {
    const piece = '[and](https://example.com) so on, '
    const written = async (count: number) => {
      const answerModel = {
        ...memoryAnswerModel(),
        async *write() {
          for (let pieces = 0; pieces < count; pieces += 1) yield piece
        },
      }
      const { ask } = await open({ answerModel })
      return answerText(await ask('How many days of leave?'))
    }
    expect((await written(20_000)).includes('so on, …')).toBe(true)
    expect((await written(2_000)).includes('…')).toBe(false)
  })

  it('fails if the search is cancelled for its time, so that it is retried', async () => {
    const searchIndex = {
      ...memoryPorts().searchIndex,
      searchText: () => Promise.reject(new SearchTimeout(2_000)),
    }
    const { ask } = await open({ searchIndex })
    await expect(ask('leave')).rejects.toThrow(Unavailable)
  })

  it('answers with the results if the model is unavailable or not configured', async () => {
    const { ask, answerModel } = await open()
    answerModel.setUnavailable(true)
    expect(await ask('leave')).toMatchObject({
      written: null,
      isModelUnavailable: true,
      results: [{ title: 'Annual leave' }],
    })
    const bare = await open({ answerModel: null })
    expect(await bare.ask('leave')).toMatchObject({
      written: null,
      isModelUnavailable: false,
      results: [{ title: 'Annual leave' }],
    })
  })

  it('calls no model without results', async () => {
    const { ask, answerModel } = await open()
    expect(await ask('dinosaurs')).toEqual({
      written: null,
      results: [],
      basedOn: [],
      isModelUnavailable: false,
      isFollowUp: false,
      degraded: false,
    })
    expect(answerModel.prompts).toEqual([])
  })

  it('searches a follow-up together with the question before it, and gives the model both', async () => {
    const { ask, answerModel } = await open()
    const earlier = [
      { role: 'person', text: 'How much leave is there?', basedOn: [] },
      { role: 'assistant', text: 'Thirty days.', basedOn: [newId() as DocumentId] },
    ] as const
    const answer = await ask('And in the second year?', { earlier })
    expect(titlesOf(answer.results)).toEqual(['Annual leave'])
    expect(answerModel.prompts[0]!.turns).toMatchObject([...earlier, { role: 'person' }])
    expect(answer.basedOn).toEqual([answer.results[0]!.documentId, ...earlier[1].basedOn])
    expect(titlesOf((await ask('How are trains booked?', { earlier })).results)[0]).toBe('Travel')
  })

  it('says when semantic search was unavailable', async () => {
    const embedder = memoryEmbedder()
    embedder.setUnavailable(true)
    const { ask } = await open({ embedder })
    expect(await ask('leave')).toMatchObject({
      degraded: true,
      results: [{ title: 'Annual leave' }],
    })
  })

  it('accepts questions of any length and kind, except blank ones', async () => {
    const { ports, ask } = await open()
    expect(titlesOf((await ask(`leave ${'😀'.repeat(16_000)}\u0000\ud83d`)).results)).toEqual([
      'Annual leave',
    ])
    const blank = await answerQuestion(ports, {
      userId,
      visibility: all,
      question: ' \n',
      earlier: [],
    })
    expect(blank).toMatchObject({ ok: false, error: { code: 'search.invalid' } })
  })

  it('does not disguise a bug as an outage', async () => {
    const broken: AnswerModel = {
      ...memoryAnswerModel(),
      // oxlint-disable-next-line require-yield -- it fails before its first word
      async *write() {
        throw new TypeError('bug')
      },
    }
    const { ask } = await open({ answerModel: broken })
    await expect(ask('leave')).rejects.toThrow('bug')
  })
})
