import { importDocuments, operator, pageLengthMax } from '@ken/core'
import { aDocument, memorySearchLimiter, newId } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { read, signedIn } from '../testing/browser.ts'
import { httpWorld, type HttpWorld } from '../testing/http-world.ts'
import { aSurfaceIn, linkedIn } from '../testing/surface.ts'

const pathOf = (id: string, query = '') => `/public/v1/documents/${id}${query}`

/** Stores a document and returns its id. */
async function store({ ports }: HttpWorld, document: Parameters<typeof aDocument>[0]) {
  const before = new Set(ports.database.tables.documents.keys())
  await importDocuments(ports, { actor: operator, documents: [aDocument(document)] })
  return [...ports.database.tables.documents.keys()].find((id) => !before.has(id))!
}

/** Reads with the key of the owner, or another credential. */
const reader =
  ({ app, key }: HttpWorld, credential = key) =>
  async (path: string, headers: { readonly [name: string]: string } = {}) =>
    read(
      await app.request(path, { headers: { authorization: `Bearer ${credential}`, ...headers } }),
    )

/** A response but for what is different in every response. */
const comparable = ({ status, text, headers }: Awaited<ReturnType<typeof read>>) => ({
  status,
  text: text.replace(headers.get('x-request-id') ?? '', 'an id'),
  headers: [...headers.keys()],
})

describe('GET /public/v1/documents/{id}', () => {
  it('returns a document of a search result', async () => {
    const world = await httpWorld()
    const updatedAt = new Date('2026-03-01T11:00:00+01:00')
    const url = 'https://wiki.example.com/toner'
    const id = await store(world, { title: 'Toner', body: '# Order\n\nToner.', url, updatedAt })
    const response = await reader(world)(pathOf(id))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.json).toEqual({
      id,
      title: 'Toner',
      url,
      source: 'wiki',
      text: '# Order\n\nToner.',
      updated_at: '2026-03-01T10:00:00.000Z',
      next_offset: null,
      version: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  it('returns a long text in pages, and refuses to mix two versions', async () => {
    const world = await httpWorld()
    const get = reader(world)
    const document = { externalId: 'a', title: 'Long' }
    const id = await store(world, { ...document, body: `${'🙂'.repeat(pageLengthMax / 2)}end` })
    const first = await get(pathOf(id))
    const page: { next_offset: number; version: string } = JSON.parse(first.text)
    const { next_offset: offset, version } = page
    const next = pathOf(id, `?offset=${offset}&version=${version}`)
    expect((await get(next)).json).toMatchObject({ text: 'end', next_offset: null, version })
    await store(world, { ...document, body: 'Short.' })
    expect(await get(next)).toMatchObject({
      status: 409,
      json: {
        code: 'DOCUMENT_CHANGED',
        detail: 'The document changed while you were reading it. Read it again from the start.',
      },
    })
    expect((await get(pathOf(id, `?offset=${offset}`))).json).toMatchObject({
      text: '',
      next_offset: null,
    })
  })

  it('R206 returns the same 404 for a hidden, narrowed away, removed, invented and impossible id', async () => {
    const world = await httpWorld()
    const hidden = await store(world, { allowed: ['group:board'] })
    const ticket = await store(world, { source: 'ticket' })
    const removed = await store(world, {})
    world.ports.database.tables.documents.delete(removed)
    const { plain } = await aSurfaceIn(world, 'bot_gateway', ['wiki'])
    const { identity } = await linkedIn(world)
    const onBehalf = { 'Ken-On-Behalf-Of': identity.externalId }
    const get = reader(world, plain)
    const refused = await Promise.all(
      [hidden, ticket, removed, newId(), 'x', `${hidden}0`].flatMap((id) => [
        get(pathOf(id), onBehalf),
        get(pathOf(id, '?offset=9&version=of-another'), onBehalf),
      ]),
    )
    const [first] = refused.map(comparable)
    expect(first).toMatchObject({ status: 404, text: expect.stringContaining('"NOT_FOUND"') })
    expect(refused.map(comparable)).toEqual(refused.map(() => first))
    for (const id of [ticket, ticket.toUpperCase()])
      expect(await reader(world)(pathOf(id))).toMatchObject({ status: 200, json: { id: ticket } })
  })

  it('acts for the person who is signed in or named by a service key, like a search', async () => {
    const world = await httpWorld()
    const { account, browser } = await signedIn(world)
    const own = await store(world, { allowed: [`user:${account.id}`] })
    const { plain } = await aSurfaceIn(world)
    const { identity, account: other } = await linkedIn(world)
    const others = await store(world, { allowed: [`user:${other.id}`] })
    const statuses = async (id: string) => [
      (await browser.get(pathOf(id))).status,
      (await reader(world, plain)(pathOf(id), { 'Ken-On-Behalf-Of': identity.externalId })).status,
    ]
    expect(await statuses(own)).toEqual([200, 404])
    expect(await statuses(others)).toEqual([404, 200])
    const withoutPerson = await reader(world, plain)(pathOf(own))
    expect(withoutPerson).toMatchObject({ status: 400, json: { code: 'ON_BEHALF_OF_REQUIRED' } })
    const unneeded = await reader(world)(pathOf(own), { 'Ken-On-Behalf-Of': 'U1' })
    expect(unneeded).toMatchObject({ status: 400, json: { code: 'ON_BEHALF_OF_NOT_ALLOWED' } })
  })

  it('counts for the limits and the usage of the key, and logs no id', async () => {
    const world = await httpWorld()
    const id = await store(world, {})
    const { headers } = await reader(world)(pathOf(id, '?version=x'))
    expect(headers.get('ratelimit')).toContain('"key";r=59')
    await reader(world)(pathOf(id))
    const usage = [...world.ports.database.tables.keyUsage.values()].flatMap(({ hours }) => [
      ...hours.values(),
    ])
    expect(usage).toMatchObject([{ ok: 1, failed: 1 }])
    const lines = world.ports.log.lines.filter(({ event }) => event === 'http.request')
    expect(lines.at(-1)).toMatchObject({ fields: { route: '/public/v1/documents/:id' } })
    expect(JSON.stringify(world.ports.log.lines)).not.toContain(id)
  })

  it('R170 waits and is refused like a search', async () => {
    const searchLimiter = memorySearchLimiter({ runningMax: 0, waitingMax: 0, waitMs: 0 })
    const world = await httpWorld({ ports: { searchLimiter } })
    expect(await reader(world)(pathOf(newId()))).toMatchObject({
      status: 429,
      json: { code: 'RATE_LIMITED' },
    })
  })

  it.each(['offset=-1', 'offset=1.5', 'offset=01', 'offset=2000001', 'offset=', 'offset=a'])(
    'refuses ?%s',
    async (query) => {
      const world = await httpWorld()
      expect((await reader(world)(pathOf(newId(), `?${query}`))).json).toMatchObject({
        code: 'INVALID_REQUEST',
        errors: [{ pointer: '#/offset', detail: 'must be a whole number from 0 to 2000000' }],
      })
    },
  )

  it('refuses unknown, repeated and empty parameters', async () => {
    const world = await httpWorld()
    for (const query of ['?page=2', '?offset=1&offset=2', '?version='])
      expect((await reader(world)(pathOf(newId(), query))).status).toBe(400)
  })
})
