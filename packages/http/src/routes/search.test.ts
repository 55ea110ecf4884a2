import { importDocuments, operator, SearchTimeout, Unavailable } from '@ken/core'
import { aDocument, memoryPorts, memorySearchLimiter } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { signedIn } from '../testing/browser.ts'
import { httpWorld, postJson } from '../testing/http-world.ts'
import { aSurfaceIn, linkedIn } from '../testing/surface.ts'

const path = '/public/v1/search'
const json = async (response: Response) => (await response.json()) as Record<string, unknown>

describe('POST /public/v1/search', () => {
  it('returns results and whether semantic search is missing', async () => {
    const { app, key } = await httpWorld()
    const response = await app.request(path, postJson({ query: 'printer jams' }, key))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await json(response)).toEqual({
      results: [
        {
          id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
          title: 'Printer on floor two',
          snippet: expect.stringContaining('jams'),
          marks: expect.arrayContaining([{ start: expect.any(Number), end: expect.any(Number) }]),
          source: 'wiki',
          url: expect.stringContaining('https://wiki.example.com/'),
          updated_at: null,
          score: expect.any(Number),
        },
      ],
      degraded: false,
    })
  })

  it('reports degraded when the embedder does not respond', async () => {
    const embedder = { model: 'm', embedQuery: async () => null, embedTexts: async () => [] }
    const { app, key } = await httpWorld({ ports: { embedder } })
    expect(await json(await app.request(path, postJson({ query: 'printer' }, key)))).toMatchObject({
      degraded: true,
    })
  })

  it('accepts an access token, and finds documents that the person may see', async () => {
    const world = await httpWorld()
    const { browser } = await signedIn(world)
    await importDocuments(world.ports, {
      actor: operator,
      documents: [
        aDocument({ title: 'Printer of the board', body: 'The printer.', allowed: ['role:Owner'] }),
      ],
    })
    const response = await browser.post(path, { query: 'printer' })
    // The array has one element, so any other result fails the match.
    expect(response).toMatchObject({
      status: 200,
      json: { results: [{ title: 'Printer on floor two' }] },
    })
  })

  it('returns when a document was changed, and marks in UTF-16 code units', async () => {
    const world = await httpWorld()
    const updatedAt = new Date('2026-03-01T11:00:00+01:00')
    const page = { title: 'Page', body: '🙂 The scanner.', updatedAt }
    await importDocuments(world.ports, { actor: operator, documents: [aDocument(page)] })
    const { results } = await json(
      await world.app.request(path, postJson({ query: 'scanners' }, world.key)),
    )
    expect(results).toMatchObject([
      {
        snippet: '🙂 The scanner.',
        marks: [{ start: 7, end: 14 }],
        updated_at: '2026-03-01T10:00:00.000Z',
      },
    ])
  })

  it('restricts the results to the named sources', async () => {
    const world = await httpWorld()
    await importDocuments(world.ports, {
      actor: operator,
      documents: [aDocument({ title: 'Ticket', source: 'ticket', body: 'The printer.' })],
    })
    const titles = async (sources?: readonly string[]) => {
      const answer = await json(
        await world.app.request(path, postJson({ query: 'printer', sources }, world.key)),
      )
      return (answer['results'] as { title: string }[]).map(({ title }) => title).toSorted()
    }
    expect(await titles()).toEqual(['Printer on floor two', 'Ticket'])
    expect(await titles(['ticket'])).toEqual(['Ticket'])
    expect(await titles(['ticket', 'wiki', 'nowhere'])).toEqual(['Printer on floor two', 'Ticket'])
    expect(await titles(['nowhere'])).toEqual([])
  })

  it('R7 never widens a narrowed key, also on behalf of a person, and hides which sources exist', async () => {
    const world = await httpWorld()
    await importDocuments(world.ports, {
      actor: operator,
      documents: [
        aDocument({ title: 'Ticket', source: 'ticket', body: 'The printer.' }),
        aDocument({ source: 'wiki', body: 'The printer.', allowed: ['role:Owner'] }),
      ],
    })
    const { post } = await aSurfaceIn(world, 'bot_gateway', ['wiki'])
    const { identity } = await linkedIn(world)
    const answer = async (sources?: readonly string[]) => {
      const headers = { 'Ken-On-Behalf-Of': identity.externalId }
      const { status, text } = await post(path, { query: 'printer', sources }, headers)
      return { status, text }
    }
    const own = await answer()
    expect(JSON.parse(own.text)).toMatchObject({ results: [{ title: 'Printer on floor two' }] })
    expect(await answer(['wiki'])).toEqual(own)
    expect(await answer(['ticket', 'wiki'])).toEqual(own)
    const none = { status: 200, text: '{"results":[],"degraded":false}' }
    expect(await answer(['ticket'])).toEqual(none)
    expect(await answer(['nowhere'])).toEqual(none)
  })

  it('passes the limit to the search', async () => {
    const limits: number[] = []
    const searchIndex = {
      ...memoryPorts().searchIndex,
      searchText: async (_query: string, _visibility: unknown, limit: number) => {
        limits.push(limit)
        return []
      },
    }
    const { app, key } = await httpWorld({ ports: { searchIndex } })
    for (const body of [{ query: 'a' }, { query: 'a', limit: 1 }, { query: 'a', limit: 50 }])
      await app.request(path, postJson(body, key))
    expect(limits).toEqual([10, 1, 50])
  })

  it('R1 refuses fields for a person, a role or permissions, and acts only for the caller', async () => {
    const { app, key } = await httpWorld()
    const extra = {
      query: 'a',
      user_id: 'x',
      role: 'Owner',
      visibility: [],
      principals: ['role:Owner'],
    }
    const response = await app.request(path, postJson(extra, key))
    expect(response.status).toBe(400)
    const { errors } = await json(response)
    expect(errors).toEqual(
      ['user_id', 'role', 'visibility', 'principals'].map((field) => ({
        pointer: `#/${field}`,
        detail: 'is not a known field',
      })),
    )

    const onBehalf = await app.request(
      path,
      postJson({ query: 'a' }, key, { 'Ken-On-Behalf-Of': 'U123' }),
    )
    expect(onBehalf.status).toBe(400)
    expect(await json(onBehalf)).toMatchObject({ code: 'ON_BEHALF_OF_NOT_ALLOWED' })
  })

  it.each([
    {
      name: 'an unavailable dependency',
      error: new Unavailable('database', 'secret detail', { retryAfterSeconds: 3 }),
      status: 503,
      code: 'UNAVAILABLE',
      retryAfter: '3',
    },
    {
      name: 'a bug',
      error: new TypeError('secret detail at /srv/ken/file.ts select * from users'),
      status: 500,
      code: 'INTERNAL',
      retryAfter: null,
    },
  ])(
    'R74 reveals nothing internal when the cause is $name',
    async ({ error, status, code, retryAfter }) => {
      const keyHolders = { findByDigest: () => Promise.reject(error) }
      const { app, key } = await httpWorld({ ports: { keyHolders } })
      const response = await app.request(path, postJson({ query: 'a' }, key))
      expect(response.status).toBe(status)
      expect(response.headers.get('retry-after')).toBe(retryAfter)
      const text = await response.text()
      expect(JSON.parse(text)).toMatchObject({ code, status })
      expect(text).not.toMatch(/secret|select|\.ts|TypeError/)
    },
  )

  it('responds 503 to a search that is cancelled for its time, with what to do', async () => {
    const searchIndex = {
      ...memoryPorts().searchIndex,
      searchText: () => Promise.reject(new SearchTimeout(1_500)),
    }
    const { app, key } = await httpWorld({ ports: { searchIndex } })
    const response = await app.request(path, postJson({ query: 'a' }, key))
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(await json(response)).toMatchObject({
      code: 'UNAVAILABLE',
      detail:
        'The search took longer than 1.5 s and was cancelled. Try again in 2 s, or search for fewer or rarer words.',
    })
  })

  it('R170 responds 429 to a search after too many of the same person, by key or session', async () => {
    const [first, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const searchLimiter = memorySearchLimiter({ runningMax: 1, waitingMax: 0, waitMs: 0 })
    const world = await httpWorld({ ports: { searchLimiter } })
    const { account, browser } = await signedIn(world)
    const running = searchLimiter.run(account.id, () => {
      first.resolve()
      return over.promise
    })
    await first.promise
    expect(await browser.post(path, { query: 'printer' })).toMatchObject({
      status: 429,
      json: {
        code: 'RATE_LIMITED',
        detail:
          'Too many searches of this person are in progress. Send at most 1 at a time, and try again in 1 s.',
      },
    })
    expect((await world.app.request(path, postJson({ query: 'printer' }, world.key))).status).toBe(
      200,
    )
    over.resolve()
    await running
    expect(await browser.post(path, { query: 'printer' })).toMatchObject({ status: 200 })
  })
})
