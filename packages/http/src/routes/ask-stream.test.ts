import { Unavailable, type Ports } from '@ken/core'
import { memoryAnswerModel, memoryKeyLimiter, newId } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { httpWorld, postJson } from '../testing/http-world.ts'

const path = '/public/v1/ask'

type Event = { readonly event: string; readonly data: Record<string, unknown> }

const eventsOf = (text: string): readonly Event[] =>
  text
    .split('\n\n')
    .filter((block) => block !== '' && !block.startsWith(':'))
    .map((block) => {
      const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
      return { event, data: JSON.parse(data) as Record<string, unknown> }
    })

async function openAsk(options: Parameters<typeof httpWorld>[0] = {}) {
  const answerModel = memoryAnswerModel()
  const world = await httpWorld({ ...options, ports: { answerModel, ...options.ports } })
  const request = (body: object, stream: boolean) =>
    world.app.request(path, postJson({ ...body, stream }, world.key))
  const stream = async (body: object) => {
    const response = await request(body, true)
    return { response, events: eventsOf(await response.text()) }
  }
  return { ...world, answerModel, request, stream }
}

describe('POST /public/v1/ask with stream', () => {
  it('sends sources, words and the same answer as without a stream', async () => {
    const { stream, request, answerModel } = await openAsk()
    answerModel.say(['It ', 'jams ', 'when ', 'cold [1]', ', see [x](http://evil).'])
    const { response, events } = await stream({ question: 'printer' })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    const done = (await (await request({ question: 'printer' }, false)).json()) as object
    expect(events.at(-1)).toEqual({ event: 'done', data: done })
    const [first, ...rest] = events
    const { cited: _cited, ...source } = (done as { sources: { cited: boolean }[] }).sources[0]!
    expect(first).toEqual({ event: 'sources', data: { sources: [source], degraded: false } })
    const words = rest.filter(({ event }) => event === 'text').map(({ data }) => data['delta'])
    expect(words.length).toBeGreaterThan(2)
    expect(words.join('')).toBe('It jams when cold [1], see x.')
    expect(rest).toHaveLength(words.length + 1)
  })

  it('sends sources and the answer without a model, and without results', async () => {
    const { stream } = await openAsk({ ports: { answerModel: null } })
    const outcomes = []
    for (const question of ['printer', 'dinosaur'])
      outcomes.push(
        (await stream({ question })).events.map(({ event, data }) => [event, data['outcome']]),
      )
    expect(outcomes).toEqual([
      [
        ['sources', undefined],
        ['done', 'found_only'],
      ],
      [
        ['sources', undefined],
        ['done', 'nothing_found'],
      ],
    ])
  })

  it('replaces the text of a model that fails after its beginning', async () => {
    const { stream, answerModel } = await openAsk()
    answerModel.say(['It begins ', 'well and '], () => {
      throw new Unavailable('answer model', 'It hung up.')
    })
    const { events } = await stream({ question: 'printer' })
    expect(events.some(({ event }) => event === 'text')).toBe(true)
    expect(events.at(-1)).toMatchObject({
      event: 'done',
      data: { outcome: 'found_only', reason: 'model_unavailable' },
    })
  })

  it('responds with a plain problem before the first event', async () => {
    const { request } = await openAsk()
    const refused = await request({ question: 'printer', conversation_id: newId() }, true)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json',
    ])
    const askLimiter = memoryKeyLimiter(() => new Date(), {
      key: { limit: 0, windowSeconds: 60 },
      person: { limit: 0, windowSeconds: 60 },
    })
    const limited = await openAsk({ ports: { askLimiter } })
    expect((await limited.request({ question: 'printer' }, true)).status).toBe(429)
    const keyHolders = { findByDigest: () => Promise.reject(new Error('bug')) }
    const broken = await openAsk({ ports: { keyHolders } })
    expect((await broken.request({ question: 'printer' }, true)).status).toBe(500)
  })

  it('R233 ends with a problem if the access changed, or Ken failed, after some words', async () => {
    const { stream, answerModel, ports } = await openAsk()
    answerModel.say(['It ', 'jams ', 'often'], async () => {
      ports.database.tables.documents.clear()
    })
    const { events } = await stream({ question: 'printer', remember: true })
    expect(events.map(({ event }) => event).slice(-2)).toEqual(['text', 'error'])
    expect(events.at(-1)!.data).toMatchObject({ code: 'ACCESS_CHANGED', status: 409 })
    expect(ports.database.tables.conversations.size).toBe(0)
    const failing = await openAsk()
    failing.answerModel.say(['It ', 'jams ', 'often'], () => {
      throw new TypeError('canary')
    })
    const failed = await failing.stream({ question: 'printer' })
    expect(failed.events.at(-1)).toMatchObject({ event: 'error', data: { code: 'INTERNAL' } })
    expect(JSON.stringify(failed.events)).not.toContain('canary')
    expect(failing.ports.log.lines).toMatchObject([
      { event: 'http.failed' },
      { event: 'http.request', fields: { status: 500 } },
    ])
  })

  it('says in the event how long to wait, because no header can follow the words', async () => {
    let isUnavailable = false
    const keyHolders: Ports['keyHolders'] = {
      findByDigest: async (...given) => {
        if (isUnavailable) throw new Unavailable('database', 'It hung up.')
        return world.ports.keyHolders.findByDigest(...given)
      },
    }
    const world = await openAsk({ ports: { keyHolders } })
    world.answerModel.say(['It ', 'jams ', 'often'], () => void (isUnavailable = true))
    const { events } = await world.stream({ question: 'printer' })
    expect(events.map(({ event }) => event).slice(-2)).toEqual(['text', 'error'])
    const data = { code: 'UNAVAILABLE', status: 503, retry_after_seconds: 2 }
    expect(events.at(-1)!.data).toMatchObject(data)
  })

  it('counts and logs a stream by its end, with its whole duration', async () => {
    const world = await openAsk()
    const { stream, answerModel, ports } = world
    const answering = Promise.withResolvers<void>()
    const seen = () => {
      const usage = [...ports.database.tables.keyUsage.values()]
      return {
        usage: usage.flatMap(({ hours }) => [...hours.values()]),
        statuses: ports.log.lines
          .filter(({ event }) => event === 'http.request')
          .map(({ fields: { status, duration_ms: whole, begun_ms: begun } }) => [
            status,
            Number(whole) > Number(begun),
          ]),
      }
    }
    answerModel.say(['It ', 'jams'], () => answering.promise)
    const first = stream({ question: 'printer' })
    await expect.poll(() => answerModel.prompts).toHaveLength(1)
    expect(seen()).toEqual({ usage: [], statuses: [] })
    answering.resolve()
    await first
    await expect.poll(seen).toMatchObject({ usage: [{ ok: 1 }], statuses: [[200, true]] })

    answerModel.say(['It ', 'jams'], () => ports.database.tables.documents.clear())
    expect((await stream({ question: 'printer' })).response.status).toBe(200)
    await expect.poll(seen).toMatchObject({
      usage: [{ ok: 1, failed: 1 }],
      statuses: [
        [200, true],
        [409, true],
      ],
    })
  })

  it('R234 ends the model when the reader goes, keeps nothing and frees the slot', async () => {
    const answerModel = memoryAnswerModel()
    let hasEnded = false
    const endless: typeof answerModel = {
      ...answerModel,
      async *write() {
        try {
          for (;;) yield 'and so on, '
        } finally {
          hasEnded = true
        }
      },
    }
    const world = await openAsk({ ports: { answerModel: endless } })
    for (let times = 0; times < 8; times += 1) {
      hasEnded = false
      const response = await world.request({ question: 'printer', remember: true }, true)
      const reader = response.body!.getReader()
      await reader.read()
      await reader.read()
      await reader.cancel()
      await expect.poll(() => hasEnded).toBe(true)
    }
    const events = () => world.ports.log.lines.map(({ event }) => event)
    await expect
      .poll(events)
      .toEqual(Array.from({ length: 8 }, () => ['http.abandoned', 'http.request']).flat())
    expect(world.ports.database.tables.conversations.size).toBe(0)
  })
})
