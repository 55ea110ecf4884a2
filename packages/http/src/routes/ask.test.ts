import { importDocuments, operator, removeIdentity, revokeKey, Unavailable } from '@ken/core'
import { aDocument, anIdentityIn, aPersonIn, memoryAnswerModel, newId } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { enrolledIn } from '../testing/browser.ts'
import { httpWorld, postJson } from '../testing/http-world.ts'
import { aSurfaceIn, linkedIn } from '../testing/surface.ts'

const path = '/public/v1/ask'
const json = async (response: Response) => (await response.json()) as Record<string, unknown>
/** The headers of the limits, without the seconds that are left. */
const limitsOf = ({ headers }: Response) =>
  ['ratelimit-policy', 'ratelimit'].map((name) => headers.get(name)?.replaceAll(/t=\d+/g, 't'))

/** A world with a model, and a way to ask with its key. */
async function openAsk(options: Parameters<typeof httpWorld>[0] = {}) {
  const answerModel = memoryAnswerModel()
  const world = await httpWorld({ ...options, ports: { answerModel, ...options.ports } })
  const ask = (body: object, init: RequestInit = {}) =>
    world.app.request(path, { ...postJson(body, world.key), ...init })
  return { ...world, answerModel, ask }
}

describe('POST /public/v1/ask', () => {
  it('returns an answer with its sources', async () => {
    const { ask, answerModel } = await openAsk()
    answerModel.say('It jams [1].')
    const response = await ask({ question: 'Why does the printer jam?' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('ratelimit')).toContain('"key";r=59')
    expect(await json(response)).toEqual({
      answer: 'It jams [1].',
      outcome: 'answered',
      reason: null,
      degraded: false,
      conversation_id: null,
      sources: [
        {
          number: 1,
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          title: 'Printer on floor two',
          url: expect.stringContaining('https://wiki.example.com/'),
          source: 'wiki',
          snippet: expect.stringContaining('jams'),
          cited: true,
        },
      ],
    })
  })

  it('lists the sources without a model, and says when there are none', async () => {
    const { ask } = await openAsk({ ports: { answerModel: null } })
    expect(await json(await ask({ question: 'printer' }))).toMatchObject({
      outcome: 'found_only',
      reason: 'no_model',
      answer: expect.stringContaining('[Printer on floor two](https://wiki.example.com/'),
      sources: [{ cited: false }],
    })
    expect(await json(await ask({ question: 'dinosaur' }))).toMatchObject({
      outcome: 'nothing_found',
      reason: null,
      sources: [],
    })
  })

  it('remembers a conversation on request, continues it and forgets it', async () => {
    const { ask, app, key, answerModel } = await openAsk()
    // Null, as an answer without a conversation has it, continues none.
    const asked = { question: 'printer', conversation_id: null, remember: true }
    const { conversation_id: id } = await json(await ask(asked))
    expect(id).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/))
    const inCapitals = String(id).toUpperCase()
    expect(
      await json(await ask({ question: 'And why?', conversation_id: inCapitals })),
    ).toMatchObject({ conversation_id: id })
    expect(answerModel.prompts.at(-1)!.turns).toHaveLength(3)
    const forget = () =>
      app.request(`/public/v1/conversations/${inCapitals}`, {
        ...postJson('', key),
        method: 'DELETE',
        body: null,
      })
    expect((await forget()).status).toBe(204)
    expect((await forget()).status).toBe(404)
    expect((await ask({ question: 'And?', conversation_id: id })).status).toBe(404)
  })

  it("R232 responds to another person's conversation as to none", async () => {
    const world = await openAsk()
    const { conversation_id } = await json(await world.ask({ question: 'printer', remember: true }))
    const { browser } = await enrolledIn(world, { role: 'Owner' })
    const asked = async (id: unknown) =>
      browser.post(path, { question: 'printer', conversation_id: id })
    const [others, missing] = [await asked(conversation_id), await asked(newId())]
    expect(others).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
    expect(others.json).toEqual({ ...(missing.json as object), request_id: expect.any(String) })
  })

  it('acts on behalf of a linked person, within the sources of the key and the request', async () => {
    const world = await openAsk()
    await importDocuments(world.ports, {
      actor: operator,
      documents: [
        aDocument({ title: 'Ticket', source: 'ticket', body: 'The printer.' }),
        aDocument({ source: 'wiki', body: 'The printer.', allowed: ['role:Owner'] }),
      ],
    })
    const { post } = await aSurfaceIn(world, 'bot_gateway', ['wiki'])
    const { identity } = await linkedIn(world)
    const asked = async (sources?: readonly string[]) => {
      const headers = { 'Ken-On-Behalf-Of': identity.externalId }
      const { text } = await post(path, { question: 'printer', sources }, headers)
      return (JSON.parse(text) as { sources: { title: string }[] }).sources.map(
        ({ title }) => title,
      )
    }
    expect(await asked()).toEqual(['Printer on floor two'])
    expect(await asked(['ticket', 'wiki'])).toEqual(['Printer on floor two'])
    expect(await asked(['ticket'])).toEqual([])
  })

  it('R235 responds 429 to the eleventh question of a key in a minute, which it may still use', async () => {
    const { ask, app, key } = await openAsk()
    for (let asked = 0; asked < 10; asked += 1)
      expect((await ask({ question: 'printer' })).status).toBe(200)
    const refused = await ask({ question: 'printer' })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await json(refused)).toMatchObject({
      code: 'RATE_LIMITED',
      detail: 'A key may ask 10 questions per minute. Try again in 60 s, or search instead.',
    })
    const search = postJson({ query: 'printer' }, key)
    expect((await app.request('/public/v1/search', search)).status).toBe(200)
  })

  it('shows how many questions are left beside the other limits, with a key and an access token', async () => {
    const { ask, app, ...world } = await openAsk()
    const policy = '"key";q=60;w=60, "person";q=600;w=60'
    expect(limitsOf(await ask({ question: 'printer' }))).toEqual([
      `${policy}, "ask";q=10;w=60`,
      '"key";r=59;t, "person";r=599;t, "ask";r=9;t',
    ])
    const streamed = await ask({ question: 'printer', stream: true })
    expect(limitsOf(streamed)[1]).toMatch(/"ask";r=8;t$/)
    await streamed.text()
    // What is refused before it is counted has no such limit.
    expect(limitsOf(await ask({ question: '' }))[0]).toBe(policy)
    for (let asked = 2; asked < 10; asked += 1) await ask({ question: 'printer' })
    expect(limitsOf(await ask({ question: 'printer' }))[1]).toMatch(/"ask";r=0;t$/)

    const { browser } = await enrolledIn({ app, ...world })
    const byToken = postJson({ question: 'printer' }, browser.token ?? '')
    expect(limitsOf(await app.request(path, byToken))[1]).toMatch(/^"person";.*, "ask";r=9;t$/)
  })

  it('R233 responds 409 if the key is revoked while the model writes', async () => {
    const { ask, answerModel, ports } = await openAsk()
    answerModel.say('It jams.', async () => {
      for (const { key } of ports.database.tables.keys.values())
        await revokeKey(ports, { actor: operator, keyId: key.id, scope: 'all' })
    })
    const response = await ask({ question: 'printer', remember: true })
    expect(response.status).toBe(409)
    expect(await json(response)).toMatchObject({ code: 'ACCESS_CHANGED' })
    expect(ports.database.tables.conversations.size).toBe(0)
  })

  it('R233 responds 409 if the external id belongs to another person by the end', async () => {
    const world = await openAsk()
    const { ports } = world
    const { post } = await aSurfaceIn(world, 'bot_gateway', ['wiki'])
    const { account, actor, identity } = await linkedIn(world)
    const { account: other } = await aPersonIn(ports)
    const { id: identityId, externalId } = identity
    world.answerModel.say('It jams.', async () => {
      await removeIdentity(ports, { actor, userId: account.id, identityId })
      await anIdentityIn(ports, other, { source: 'bot_gateway', externalId })
    })
    const asked = { question: 'printer', remember: true }
    const { status, text } = await post(path, asked, { 'Ken-On-Behalf-Of': externalId })
    expect([status, JSON.parse(text)]).toMatchObject([409, { code: 'ACCESS_CHANGED' }])
    expect(ports.database.tables.conversations.size).toBe(0)
  })

  it.each([
    { body: {}, error: { pointer: '#/question', detail: 'is required and must be a string' } },
    {
      body: { question: ' ' },
      error: { pointer: '#/question', detail: expect.stringContaining('not only blanks') },
    },
    {
      body: { question: 'a'.repeat(8_001) },
      error: { pointer: '#/question', detail: 'must have at most 8000 characters' },
    },
    {
      body: { question: 'a', conversation_id: '1' },
      error: { pointer: '#/conversation_id', detail: expect.any(String) },
    },
    {
      body: { question: 'a', sources: ['A b'] },
      error: { pointer: '#/sources', detail: expect.any(String) },
    },
    {
      body: { question: 'a', user_id: 'x' },
      error: { pointer: '#/user_id', detail: 'is not a known field' },
    },
  ])('refuses $body and says where', async ({ body, error }) => {
    const { ask } = await openAsk()
    const response = await ask(body)
    expect(response.status).toBe(400)
    expect(await json(response)).toMatchObject({ code: 'INVALID_REQUEST', errors: [error] })
  })

  it('R236 R74 shows and logs nothing of question, answer or cause', async () => {
    const { ask, answerModel, ports } = await openAsk()
    const log = () => JSON.stringify(ports.log.lines)
    const canaries = [new TypeError('canary'), new Unavailable('answer model', 'canary')]
    for (const cause of canaries) {
      answerModel.say('canary words', () => {
        throw cause
      })
      expect(await (await ask({ question: 'canary printer' })).text()).not.toContain('canary')
    }
    answerModel.say('canary words')
    await ask({ question: 'canary printer', remember: true })
    expect(log()).toContain('/public/v1/ask')
    expect(log()).not.toContain('canary')
  })
})
