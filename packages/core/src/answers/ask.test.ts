import { describe, expect, it } from 'vitest'
import { SearchTimeout, Unavailable } from '../ports/platform/unavailable.ts'
import type { PersonVisibility, Visibility } from '../ports/index.ts'
import type { Source } from '../model/knowledge/document.ts'
import { askedDocuments, openAsk, recordingReader } from '../testing/builders/asked-questions.ts'
import { all, indexAll, titlesOf, visibleTo } from '../testing/builders/search-world.ts'
import {
  aKeyIn,
  aPersonIn,
  memoryAnswerLimiter,
  memoryEmbedder,
  memoryPorts,
  valueOf,
} from '../testing/index.ts'

const fail = () => Promise.reject(new Error('closed'))

const nothingFound = 'I found nothing about this that you may see. Other words may help.'

describe('ask', () => {
  it('answers with what the model wrote, and says which of its sources it cites', async () => {
    const { ask, answerModel } = await openAsk()
    answerModel.say(['Thirty ', 'days [1', '], see [7] [this](https://evil.example).'])
    const answer = valueOf(await ask('How many days of leave?'))
    expect(answer).toMatchObject({
      answer: 'Thirty days [1], see this.',
      outcome: 'answered',
      reason: null,
      degraded: false,
      conversationId: null,
      cited: new Set([1]),
    })
    expect(titlesOf(answer.sources).toSorted()).toEqual(['Annual leave', 'Ticket'])
  })

  it('passes on the sources before the first word, and words that join to the answer', async () => {
    const { ask, answerModel } = await openAsk()
    answerModel.say([' \nThirty', ' days', ' of', ' leave', ' [1].', ' \n'])
    const { found, deltas, reader } = recordingReader()
    const answer = valueOf(await ask('leave', {}, reader))
    expect(found).toEqual([{ results: answer.sources, degraded: false }])
    expect(deltas.length).toBeGreaterThan(2)
    expect(deltas.join('')).toBe('Thirty days of leave [1].')
    expect(answer.answer).toBe('Thirty days of leave [1].')
  })

  it('R230 gives the model nothing that the caller may not see, also if the key is narrowed', async () => {
    const { ask, answerModel } = await openAsk()
    await ask('leave of the board')
    await ask('leave', { sources: ['ticket'] })
    const narrowed: Visibility = { ...visibleTo('everyone'), sources: ['ticket' as Source] }
    await ask('leave', { visibility: narrowed, sources: ['wiki', 'ticket'] })
    const [, filtered, restricted] = answerModel.prompts.map((prompt) => JSON.stringify(prompt))
    expect(JSON.stringify(answerModel.prompts)).not.toMatch(/salar|millions/i)
    for (const prompt of [filtered, restricted]) {
      expect(prompt).toContain('Leave was refused.')
      expect(prompt).not.toContain('thirty')
    }
  })

  it('lists the sources without a model, and if it is unavailable, also after some text', async () => {
    const bare = await openAsk({ answerModel: null })
    const listed = valueOf(await bare.ask('thirty days'))
    expect(listed).toMatchObject({ outcome: 'found_only', reason: 'no_model', cited: new Set() })
    expect(listed.answer).toMatch(/^This is what I found:\n\n1\. \[Annual leave\]\(http/)
    const { ask, answerModel } = await openAsk()
    answerModel.setUnavailable(true)
    const unavailable = { outcome: 'found_only', reason: 'model_unavailable' }
    const found = expect.stringMatching(/^This is what I found:/)
    expect(valueOf(await ask('leave'))).toMatchObject({ ...unavailable, answer: found })
    answerModel.setUnavailable(false)
    answerModel.say(['It begins ', 'well and '], () => {
      throw new Unavailable('answer model', 'It hung up.')
    })
    const { deltas, reader } = recordingReader()
    expect(valueOf(await ask('leave', {}, reader))).toMatchObject({ ...unavailable, answer: found })
    expect(deltas.join('')).toBe('It begins well')
    answerModel.say('[9] [8]')
    expect(valueOf(await ask('leave'))).toMatchObject(unavailable)
  })

  it('asks no model without results, with the same text whether there is hidden text or not', async () => {
    const { ask, answerModel } = await openAsk()
    const [hidden, missing] = [await ask('millions'), await ask('dinosaurs')].map(valueOf)
    expect(missing).toEqual({
      answer: nothingFound,
      outcome: 'nothing_found',
      reason: null,
      degraded: false,
      conversationId: null,
      sources: [],
      cited: new Set(),
    })
    expect(hidden).toEqual(missing)
    expect(answerModel.prompts).toEqual([])
  })

  it('says when semantic search was unavailable', async () => {
    const embedder = memoryEmbedder()
    embedder.setUnavailable(true)
    const { ask } = await openAsk({ embedder })
    expect(valueOf(await ask('leave'))).toMatchObject({ degraded: true })
  })

  it.for([' \n', 'a'.repeat(8_001), 'nul \u0000', 'half \ud83d'])(
    'refuses the question "%s"',
    async (question) => {
      const { ask } = await openAsk()
      expect(await ask(question)).toMatchObject({
        ok: false,
        error: { code: 'ask.question_invalid' },
      })
    },
  )

  it('accepts a question of 8,000 characters, and searches its beginning', async () => {
    const { ask } = await openAsk()
    const long = `leave ${'😀'.repeat(7_994)}`
    expect(valueOf(await ask(long))).toMatchObject({ outcome: 'answered' })
  })

  it('passes on refusals of the search', async () => {
    const { ask } = await openAsk({
      searchIndex: {
        ...memoryPorts().searchIndex,
        searchText: () => Promise.reject(new SearchTimeout(2_000)),
      },
    })
    expect(await ask('leave')).toMatchObject({ error: { code: 'search.timed_out' } })
    expect(await ask('leave', { sources: ['A b'] })).toMatchObject({
      error: { code: 'search.invalid', field: 'sources' },
    })
  })
})

describe('the limits of ask', () => {
  it('R235 answers ten questions per key and minute', async () => {
    const { ports, account, actor, askAs } = await openAsk()
    const [one, other] = [await aKeyIn(ports, account), await aKeyIn(ports, account)]
    const limited = { error: { code: 'ask.rate_limited', limit: 10, resetSeconds: 60 } }
    for (let asked = 0; asked < 10; asked += 1)
      valueOf(await askAs({ ...actor, via: 'api_key', keyId: one.id })('leave'))
    expect(await askAs({ ...actor, keyId: one.id })('leave')).toMatchObject(limited)
    expect(await askAs({ ...actor, keyId: other.id })('leave')).toMatchObject({ ok: true })
    expect(await askAs(actor)('leave')).toMatchObject({ ok: true })
    ports.clock.advance(60_000)
    expect(await askAs({ ...actor, keyId: one.id })('leave')).toMatchObject({ ok: true })
  })

  it('R234 answers four questions of a caller at a time, and frees their slots after any end', async () => {
    const release = Promise.withResolvers<void>()
    const { ports, ask, answerModel, askAs } = await openAsk()
    answerModel.say('Thirty days.', () => release.promise)
    const running = Array.from({ length: 4 }, () => ask('leave'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(await ask('leave')).toMatchObject({ error: { code: 'ask.too_many', runningMax: 4 } })
    const { actor } = await aPersonIn(ports)
    expect(await askAs(actor)('dinosaurs')).toMatchObject({ ok: true })
    release.resolve()
    await Promise.all(running)
    answerModel.say('Thirty days.', () => {
      throw new TypeError('bug')
    })
    await expect(ask('leave')).rejects.toThrow('bug')
    answerModel.say('Thirty days.')
    expect(await Promise.all(Array.from({ length: 4 }, () => ask('leave')))).toMatchObject(
      Array.from({ length: 4 }, () => ({ ok: true })),
    )
  })

  it('R235 refuses at once when too many callers wait for the model, before any event', async () => {
    const answerLimiter = memoryAnswerLimiter({ runningMax: 1, waitingMax: 0 })
    const slot = answerLimiter.queue('ask')
    const { ask } = await openAsk({ answerLimiter })
    const { found, reader } = recordingReader()
    expect(await ask('leave', {}, reader)).toMatchObject({ error: { code: 'ask.model_busy' } })
    expect(found).toEqual([])
    expect(await ask('dinosaurs', {}, reader)).toMatchObject({
      value: { outcome: 'nothing_found' },
    })
    slot?.release()
    expect(await ask('leave')).toMatchObject({ ok: true })
  })
})

describe('access during ask', () => {
  const changed = { ok: false, error: { code: 'ask.access_changed' } }

  it('R233 refuses the answer if the caller may not ask, is another person, or may not see a source, by its end', async () => {
    const { ask, actor, ports, answerModel } = await openAsk()
    const kept = () => ports.database.tables.conversations.size
    expect(await ask('leave', { remember: true, readVisibility: async () => null })).toEqual(
      changed,
    )
    const becomes = (now: PersonVisibility) =>
      ask('thirty', { remember: true, readVisibility: async () => now })
    const { userId } = actor
    const visibility = { ...visibleTo('everyone'), sources: ['ticket' as Source] }
    expect(await becomes({ userId, visibility })).toEqual(changed)
    const { actor: other } = await aPersonIn(ports)
    expect(await becomes({ userId: other.userId, visibility: all })).toEqual(changed)
    answerModel.say('Thirty days.', async () => {
      await indexAll(ports.transact, [{ ...askedDocuments[0], allowed: ['role:Owner'] }])
    })
    expect(await ask('thirty', { remember: true })).toEqual(changed)
    expect(kept()).toBe(0)
  })

  it('R234 ends with the request, keeps nothing and frees its slot', async () => {
    const answerLimiter = memoryAnswerLimiter({ runningMax: 1, waitingMax: 0 })
    const { ask, ports, answerModel } = await openAsk({ answerLimiter })
    for (const pieces of [['Thirty ', 'days '], ['Thirty days.']]) {
      const ending = new AbortController()
      answerModel.say(pieces, () => ending.abort())
      await expect(ask('leave', { remember: true, signal: ending.signal })).rejects.toMatchObject({
        dependency: 'request',
      })
    }
    expect(ports.database.tables.conversations.size).toBe(0)
    answerModel.say('Thirty days.')
    expect(await ask('leave')).toMatchObject({ ok: true })
  })

  it('R234 ends when the reader fails, and frees its slot', async () => {
    const answerLimiter = memoryAnswerLimiter({ runningMax: 1, waitingMax: 0 })
    const { ask } = await openAsk({ answerLimiter })
    const { reader } = recordingReader()
    await expect(ask('leave', {}, { ...reader, sources: fail })).rejects.toThrow('closed')
    await expect(ask('leave', {}, { ...reader, text: fail })).rejects.toThrow('closed')
    expect(await ask('leave')).toMatchObject({ ok: true })
  })
})
