import { aPersonIn } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { consoleDocument, openApiDocument } from '../openapi.ts'
import { enrolledIn, read, type ReadResponse, type Browser } from '../testing/browser.ts'
import { httpWorld, type HttpWorld } from '../testing/http-world.ts'
import { operationsOf } from '../testing/operations.ts'

const admin = '/api/v1/admin'
const posts = operationsOf(consoleDocument()).filter(({ method }) => method === 'POST')
const repeatable = posts
  .filter(({ headerNames }) => headerNames.includes('idempotency-key'))
  .map(({ name }) => name)

/** They create, and repeating them creates nothing more. */
const safeWithoutKey = [
  // The first Owner can be created only once.
  'POST /setup',
  // A link is used once.
  'POST /api/v1/auth/invitations/accept',
  // A new code replaces the previous one, and only its creator sees it.
  'POST /api/v1/me/link-codes',
]

type Request = { readonly path: string; readonly body: object | string }
type Repeatable = { readonly request: Request; readonly different: Request }

/** For each operation, a request and one that differs from it. */
const requests: {
  readonly [name: string]: (world: HttpWorld, owner: Browser) => Promise<Repeatable>
} = {
  [`POST ${admin}/groups`]: async () =>
    on(`${admin}/groups`, { slug: 'finance' }, { slug: 'sales' }),
  'POST /api/v1/me/keys': async () =>
    on(
      '/api/v1/me/keys',
      { name: 'laptop', expires_in_days: 30 },
      { name: 'laptop', expires_in_days: 90 },
    ),
  [`POST ${admin}/keys`]: async ({ ports }) => {
    const { account } = await aPersonIn(ports)
    const service = { kind: 'service', source: 'portal', name: 'laptop', expires_in_days: 30 }
    return on(
      `${admin}/keys`,
      { owner_id: account.id, name: 'laptop', expires_in_days: 30 },
      service,
    )
  },
  [`POST ${admin}/invitations`]: async () =>
    on(
      `${admin}/invitations`,
      { email: 'grace@example.com', role: 'Member' },
      { email: 'grace@example.com', role: 'Admin' },
    ),
  [`POST ${admin}/invitations/import`]: async () =>
    on(
      `${admin}/invitations/import`,
      'email,role\nlin@example.com,Member\n',
      'email,role\nmei@example.com,Member\n',
    ),
  [`POST ${admin}/invitations/{id}/resend`]: async (_, owner) => {
    const invite = async (email: string) =>
      (await owner.post(`${admin}/invitations`, { email, role: 'Member' })).json.id
    const [one, other] = [await invite('one@example.com'), await invite('other@example.com')]
    return { request: resending(one), different: resending(other) }
  },
}

const on = (path: string, request: object | string, different: object | string): Repeatable => ({
  request: { path, body: request },
  different: { path, body: different },
})

const resending = (id: string): Request => ({ path: `${admin}/invitations/${id}/resend`, body: {} })

const send = async (
  { app }: HttpWorld,
  { token }: Browser,
  { path, body }: Request,
  headers: { readonly [name: string]: string } = {},
): Promise<ReadResponse> =>
  read(
    await app.request(path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': typeof body === 'string' ? 'text/csv' : 'application/json',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )

const replayed = ({ headers }: ReadResponse) => headers.get('idempotency-replayed')
const underKey = (key: string) => ({ 'idempotency-key': key })

describe('the contract of repeatable requests', () => {
  it('covers exactly the operations that create something', () => {
    const creating = posts
      .filter(({ statuses }) => statuses.includes('201'))
      .map(({ name }) => name)
    expect(creating.filter((name) => !repeatable.includes(name)).toSorted()).toEqual(
      safeWithoutKey.toSorted(),
    )
    expect(repeatable.toSorted()).toEqual(Object.keys(requests).toSorted())
    const inPublic = operationsOf(openApiDocument('http://ken.example.com'))
    expect(inPublic.filter(({ headerNames }) => headerNames.includes('idempotency-key'))).toEqual(
      [],
    )
  })

  describe.each(Object.keys(requests))('%s', (name) => {
    async function aWorld() {
      const world = await httpWorld()
      const { browser: owner } = await enrolledIn(world, { role: 'Owner' })
      const { request, different } = await requests[name]!(world, owner)
      const state = () => {
        const { groups, keys, invitations, invitationImports, jobs, audit } =
          world.ports.database.tables
        return [groups, keys, invitations, invitationImports, jobs, audit].map(({ size }) => size)
      }
      return { world, owner, request, different, state }
    }

    it('R88 repeats the first response, marks it as a replay, and changes nothing', async () => {
      const { world, owner, request, state } = await aWorld()
      const first = await send(world, owner, request, underKey('"a-key"'))
      expect([first.status < 300, replayed(first)]).toEqual([true, null])
      const before = state()
      for (const key of ['"a-key"', 'a-key']) {
        const again = await send(world, owner, request, underKey(key))
        expect([again.status, replayed(again)]).toEqual([first.status, 'true'])
        const {
          key: plain,
          notice: _,
          ...facts
        } = again.json as typeof again.json & { readonly notice?: string }
        const { key: _shown, ...factsBefore } = first.json
        expect(facts).toEqual(factsBefore)
        expect(plain ?? null).toBeNull()
      }
      expect(state()).toEqual(before)
    })

    it('treats JSON with different key order as the same request', async () => {
      const { world, owner, request } = await aWorld()
      const { path, body } = request
      await send(world, owner, request, underKey('a-key'))
      const reordered =
        typeof body === 'string' ? body : Object.fromEntries(Object.entries(body).toReversed())
      expect(replayed(await send(world, owner, { path, body: reordered }, underKey('a-key')))).toBe(
        'true',
      )
    })

    it('refuses a different request with the same key with 422, and runs it with different key', async () => {
      const { world, owner, request, different, state } = await aWorld()
      await send(world, owner, request, underKey('a-key'))
      const before = state()
      const refused = await send(world, owner, different, underKey('a-key'))
      expect([refused.status, refused.json.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
      expect(state()).toEqual(before)
      const executed = await send(world, owner, different, underKey('different-key'))
      expect([executed.status < 300, replayed(executed)]).toEqual([true, null])
    })

    it('separates the keys of different people', async () => {
      const { world, owner, request } = await aWorld()
      await send(world, owner, request, underKey('a-key'))
      const { browser: other } = await enrolledIn(world, { role: 'Owner' })
      expect(replayed(await send(world, other, request, underKey('a-key')))).toBeNull()
    })

    it('shares the keys of one person across credentials', async () => {
      const { world, owner, request } = await aWorld()
      await send(world, owner, request, underKey('a-key'))
      const { token } = owner
      await owner.post('/refresh')
      expect(owner.token).not.toBe(token)
      expect(replayed(await send(world, owner, request, underKey('a-key')))).toBe('true')
    })

    it('refuses an invalid key with 400, and changes nothing', async () => {
      const { world, owner, request, state } = await aWorld()
      const before = state()
      for (const key of ['', '""', '"a', 'a b', 'k'.repeat(256), 'é']) {
        const refused = await send(world, owner, request, underKey(key))
        expect([key, refused.status, refused.json.code]).toEqual([
          key,
          400,
          'IDEMPOTENCY_KEY_INVALID',
        ])
      }
      expect(state()).toEqual(before)
    })

    it('responds 409 while the request is in progress, with the time to retry', async () => {
      const { world, owner, request, state } = await aWorld()
      const { transact } = world.ports
      const busy = await httpWorld({
        setUp: false,
        ports: {
          ...world.ports,
          transact: (work) =>
            transact((stores) =>
              work({ ...stores, idempotency: { ...stores.idempotency, claim: async () => false } }),
            ),
        },
      })
      const before = state()
      const refused = await send(busy, owner, request, underKey('a-key'))
      expect([refused.status, refused.json.code, refused.headers.get('retry-after')]).toEqual([
        409,
        'REQUEST_IN_PROGRESS',
        '1',
      ])
      expect(state()).toEqual(before)
    })

    it('stores no refusal, so that a corrected request may use the key', async () => {
      const { world, owner, request, different } = await aWorld()
      const wrong =
        typeof request.body === 'string'
          ? { ...request, body: 'no header' }
          : { ...request, body: { unknown: 1 } }
      expect((await send(world, owner, wrong, underKey('a-key'))).status).toBe(400)
      expect((await send(world, owner, different, underKey('a-key'))).status).toBeLessThan(300)
    })
  })

  it.each(['/api/v1/me/keys', `${admin}/keys`])(
    'R3 %s never shows or stores the secret of a key again',
    async (path) => {
      const world = await httpWorld()
      const { browser: owner, account } = await enrolledIn(world, { role: 'Owner' })
      const request = {
        path,
        body: {
          name: 'laptop',
          expires_in_days: 30,
          ...(path.startsWith(admin) && { owner_id: account.id }),
        },
      }
      const { json: first } = await send(world, owner, request, underKey('a-key'))
      const again = await send(world, owner, request, underKey('a-key'))
      expect(first.key).toMatch(/^ken_/)
      expect(again.json).toMatchObject({
        id: first.id,
        key: null,
        notice: expect.stringMatching(/cannot be shown again.*revoke it/),
      })
      const stored = JSON.stringify([...world.ports.database.tables.responses.values()])
      expect(again.text + stored).not.toContain(first.key)
    },
  )
})
