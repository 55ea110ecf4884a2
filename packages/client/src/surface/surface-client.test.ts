import { describe, expect, it } from 'vitest'
import { fakeFetch, problem, type FakeFetch } from '../testing/fake-fetch.ts'
import { createSurfaceClient, KenBusy, KenNotLinked, type SurfaceClient } from './index.ts'

const baseUrl = 'https://ken.example.com'

const surfaceWorld = (): FakeFetch & { readonly surface: SurfaceClient } => {
  const server = fakeFetch(baseUrl)
  const surface = createSurfaceClient({ baseUrl, serviceKey: 'ken_service', fetch: server.fetch })
  return { ...server, surface }
}
const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )
const collected = async (events: AsyncIterable<unknown>) => {
  const all: unknown[] = []
  for await (const event of events) all.push(event)
  return all
}

type Row = readonly [string, (surface: SurfaceClient) => Promise<unknown>, unknown, string | null]

it.each<Row>([
  [
    'POST /api/v1/surfaces/link',
    (surface) => surface.link('U1', { code: '7Q2M-X0KD' }),
    { external_id: 'U1', code: '7Q2M-X0KD' },
    null,
  ],
  [
    'POST /api/v1/surfaces/resolve',
    (surface) => surface.resolve('U1'),
    { external_id: 'U1' },
    null,
  ],
  [
    'POST /api/v1/surfaces/resolve',
    (surface) => surface.resolve('U1', { email: 'ada@example.com' }),
    { external_id: 'U1', email: 'ada@example.com' },
    null,
  ],
  [
    'POST /public/v1/search',
    (surface) => surface.search('U1', { query: 'vpn', limit: 3 }),
    { query: 'vpn', limit: 3 },
    'U1',
  ],
  [
    'POST /public/v1/ask',
    (surface) => surface.ask('U1', { question: 'Why?', remember: true }),
    { question: 'Why?', remember: true },
    'U1',
  ],
  [
    'GET /public/v1/documents/a%2Fb?offset=5&version=v',
    (surface) => surface.document('U1', 'a/b', { offset: 5, version: 'v' }),
    null,
    'U1',
  ],
  [
    'DELETE /public/v1/conversations/a%2Fb',
    (surface) => surface.forgetConversation('U1', 'a/b'),
    null,
    'U1',
  ],
])('%s is sent with the service key and the sender', async (operation, call, body, sender) => {
  const { surface, next } = surfaceWorld()
  const result = call(surface)
  const sent = await next(operation)
  expect([sent.token, sent.body]).toEqual(['ken_service', body])
  expect(new Headers(sent.init.headers).get('ken-on-behalf-of')).toBe(sender)
  sent.respond(200, { an: 'answer' })
  expect(await result).toEqual({ an: 'answer' })
})

it('streams an answer for a sender', async () => {
  const { surface, next } = surfaceWorld()
  const events = collected(surface.askStream('U1', { question: 'Why?' }))
  const sent = await next('POST /public/v1/ask')
  expect(sent.body).toEqual({ question: 'Why?', stream: true })
  const headers = new Headers(sent.init.headers)
  expect([headers.get('ken-on-behalf-of'), headers.get('accept')]).toEqual([
    'U1',
    'application/json, text/event-stream',
  ])
  sent.respond(200, 'event: text\ndata: {"delta":"Yes"}\n\nevent: done\ndata: {}\n\n')
  expect(await events).toEqual([
    { type: 'text', delta: 'Yes' },
    { type: 'done', answer: {} },
  ])
})

describe('a refusal', () => {
  it('R65 of a sender who is not linked is one error for every operation, and has nothing of the sender', async () => {
    const { surface, next } = surfaceWorld()
    const calls: readonly [string, Promise<unknown>][] = [
      ['POST /api/v1/surfaces/link', surface.link('U1', { code: 'AAAA-0000' })],
      ['POST /api/v1/surfaces/resolve', surface.resolve('U1')],
      ['POST /public/v1/search', surface.search('U1', { query: 'vpn' })],
      ['POST /public/v1/ask', surface.ask('U1', { question: 'Why?' })],
      ['POST /public/v1/ask', collected(surface.askStream('U1', { question: 'Why?' }))],
    ]
    const messages = new Set<string>()
    for (const [operation, call] of calls) {
      const refused = rejection(call)
      ;(await next(operation)).respond(403, problem(403, 'IDENTITY_NOT_LINKED'))
      const error = await refused
      expect(error).toBeInstanceOf(KenNotLinked)
      expect(error).toMatchObject({ cause: { code: 'IDENTITY_NOT_LINKED', requestId: 'an id' } })
      messages.add((error as Error).message)
    }
    expect([...messages]).toEqual([expect.not.stringMatching(/U1|AAAA/)])
  })

  it.each([
    { status: 429, code: 'RATE_LIMITED' },
    { status: 503, code: 'UNAVAILABLE' },
  ])('$code says how long to wait', async ({ status, code }) => {
    const { surface, next } = surfaceWorld()
    const refused = rejection(surface.search('U1', { query: 'vpn' }))
    const retry = { 'retry-after': '12' }
    ;(await next('POST /public/v1/search')).respond(status, problem(status, code), retry)
    const error = await refused
    expect(error).toBeInstanceOf(KenBusy)
    expect(error).toMatchObject({ retryAfterSeconds: 12, cause: { code } })
  })

  it('of any other kind is a problem, and no response is the error of fetch', async () => {
    const { surface, next } = surfaceWorld()
    const refused = rejection(surface.search('U1', { query: 'vpn' }))
    ;(await next('POST /public/v1/search')).respond(401, problem(401, 'UNAUTHENTICATED'))
    expect(await refused).toMatchObject({ name: 'KenProblem', code: 'UNAUTHENTICATED' })
    const failed = rejection(surface.search('U1', { query: 'vpn' }))
    ;(await next('POST /public/v1/search')).fail(new TypeError('fetch failed'))
    expect(await failed).toMatchObject({ name: 'TypeError', message: 'fetch failed' })
  })

  it('in the middle of an answer is a problem, and ends the events', async () => {
    const { surface, next } = surfaceWorld()
    const events: unknown[] = []
    const reading = (async () => {
      for await (const event of surface.askStream('U1', { question: 'Why?' })) events.push(event)
    })()
    const changed = JSON.stringify(problem(403, 'IDENTITY_NOT_LINKED'))
    const sent = await next('POST /public/v1/ask')
    sent.respond(200, `event: text\ndata: {"delta":"Y"}\n\nevent: error\ndata: ${changed}\n\n`)
    expect(await rejection(reading)).toBeInstanceOf(KenNotLinked)
    expect(events).toEqual([{ type: 'text', delta: 'Y' }])
  })

  it('in the middle of an answer says how long to wait, too', async () => {
    const { surface, next } = surfaceWorld()
    const reading = collected(surface.askStream('U1', { question: 'Why?' }))
    const busy = JSON.stringify({ ...problem(503, 'UNAVAILABLE'), retry_after_seconds: 12 })
    ;(await next('POST /public/v1/ask')).respond(200, `event: error\ndata: ${busy}\n\n`)
    const error = await rejection(reading)
    expect(error).toBeInstanceOf(KenBusy)
    expect(error).toMatchObject({ retryAfterSeconds: 12 })
  })
})

it.each(['', ' U1', 'U1 ', 'U 1', 'U1\n', 'Ü1', 'x'.repeat(201)])(
  'sends nothing for an id that would not arrive as it is: %j',
  async (sender) => {
    const { surface, calls } = surfaceWorld()
    for (const call of [
      surface.link(sender, { code: 'AAAA-0000' }),
      surface.resolve(sender),
      surface.search(sender, { query: 'vpn' }),
      surface.ask(sender, { question: 'Why?' }),
      collected(surface.askStream(sender, { question: 'Why?' })),
      surface.document(sender, '1'),
      surface.forgetConversation(sender, '1'),
    ])
      expect(await rejection(call)).toBeInstanceOf(TypeError)
    expect(calls).toEqual([])
  },
)

it('passes the signal of a caller on, and needs a key', async () => {
  const { surface, next } = surfaceWorld()
  const { signal } = new AbortController()
  void surface.search('U1', { query: 'vpn' }, { signal })
  void collected(surface.askStream('U1', { question: 'Why?' }, { signal }))
  for (const operation of ['POST /public/v1/search', 'POST /public/v1/ask'])
    expect((await next(operation)).init.signal).toBe(signal)
  expect(() => createSurfaceClient({ baseUrl, serviceKey: '' })).toThrow('keys create-service')
})
