import { createInvitation, createKey, deliverInvitation, operator, revokeKey } from '@ken/core'
import {
  aChallengeIn,
  aPasswordHash,
  aPasswordResetIn,
  aPersonIn,
  newId,
  valueOf,
} from '@ken/core/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { consoleDocument, openApiDocument } from '../openapi.ts'
import { read, signedIn, traceOf, type ReadResponse } from '../testing/browser.ts'
import { httpWorld, postJson, type HttpWorld } from '../testing/http-world.ts'
import { operationsOf, type Operation } from '../testing/operations.ts'
import { aSurfaceIn } from '../testing/surface.ts'

const operations = [
  ...operationsOf(openApiDocument('http://ken.example.com')),
  ...operationsOf(consoleDocument()),
]

/** Where an operation takes a credential, and which kind of it is good there. */
type Place = {
  readonly place: 'bearer' | 'cookie' | 'challenge' | 'token'
  readonly good: readonly string[]
}

/** What operations take whose credential is in the body. Each has a line here. */
const inBody: { readonly [path: string]: string } = {
  '/login/mfa': 'challenge of second_factor',
  '/login/password': 'challenge of password_change',
  '/login/mfa/enrol': 'challenge of second_factor_enrolment',
  '/login/mfa/confirm': 'challenge of second_factor_enrolment',
  '/api/v1/auth/invitations/preview': 'token of an invitation',
  '/api/v1/auth/invitations/accept': 'token of an invitation',
  '/api/v1/auth/password/reset': 'token of a reset link',
}
/** How each place refuses: everything alike. */
const refusals = {
  bearer: { status: 401, json: { code: 'UNAUTHENTICATED' }, cookie: null },
  cookie: { status: 401, json: { code: 'UNAUTHENTICATED' }, cookie: null },
  challenge: { status: 401, json: { code: 'UNAUTHENTICATED' }, cookie: null },
  token: { status: 400, json: { code: 'TOKEN_INVALID' }, cookie: null },
}

/** A valid key gets 400 or 403 on operations that do not accept it, never 401. */
const bearers: { readonly [kind: string]: readonly string[] } = {
  accessToken: ['access token'],
  apiKey: ['key', 'service key'],
  serviceKey: ['service key', 'key'],
}

function placeOf({ credentials, example, path }: Operation): Place | null {
  if (credentials.includes('refreshCookie')) return { place: 'cookie', good: ['refresh token'] }
  for (const place of ['challenge', 'token'] as const) {
    if (example !== undefined && place in example)
      return { place, good: [inBody[path] ?? 'nothing'] }
  }
  const good = credentials.flatMap((kind) => bearers[kind] ?? [])
  return good.length === 0 ? null : { place: 'bearer', good }
}

const guarded = operations.flatMap((operation) => {
  const place = placeOf(operation)
  return place === null ? [] : [{ ...operation, ...place }]
})

/** A valid credential of every kind, and some expired and invalid ones. */
async function credentialsIn(world: HttpWorld): Promise<{ readonly [name: string]: string }> {
  const { ports } = world
  const { account, browser } = await signedIn(world)
  const newKey = async () =>
    valueOf(
      await createKey(ports, {
        actor: operator,
        ownerId: account.id,
        name: 'x',
        lifetimeDays: 30,
        sources: null,
      }),
    )
  const [key, revoked] = [await newKey(), await newKey()]
  valueOf(await revokeKey(ports, { actor: operator, keyId: revoked.key.id, scope: 'all' }))
  const { account: other } = await aPersonIn(ports, { passwordHash: aPasswordHash })
  const challenge = (stage: 'second_factor' | 'password_change' | 'second_factor_enrolment') =>
    aChallengeIn(ports, other, { stage })
  const invitation = valueOf(
    await createInvitation(ports, {
      actor: operator,
      email: `${newId()}@example.com`,
      role: 'Member',
    }),
  )
  await deliverInvitation(ports, {
    kind: 'deliver_invitation',
    invitationId: invitation.id,
    paced: false,
  })
  const mail = ports.mailer.sent.at(-1)
  const [token, cookie] = [browser.token ?? '', browser.cookie?.split('=')[1] ?? '']
  const [session] = ports.database.tables.sessions.keys()
  return {
    'access token': token,
    'refresh token': cookie,
    key: key.plain,
    'service key': (await aSurfaceIn(world)).plain,
    'link code': (await browser.post('/api/v1/me/link-codes')).json.code,
    'challenge of second_factor': await challenge('second_factor'),
    'challenge of password_change': await challenge('password_change'),
    'challenge of second_factor_enrolment': await challenge('second_factor_enrolment'),
    'token of an invitation': mail?.kind === 'invitation' ? mail.token : '',
    'token of a reset link': await aPasswordResetIn(ports, other),
    'revoked key': revoked.plain,
    'altered access token': `${token.slice(0, -4)}AAAA`,
    'altered refresh token': `${cookie.slice(0, -4)}AAAA`,
    'altered key': `${key.plain.slice(0, -1)}${key.plain.endsWith('0') ? '1' : '0'}`,
    'id of a session': session ?? '',
    'id of a person': account.id,
    'hash of a password': aPasswordHash.replaceAll(' ', '-'),
    'word that is none': 'undefined',
  }
}

describe('R35 credentials', () => {
  let world: HttpWorld
  let credentials: { readonly [name: string]: string }
  beforeAll(async () => {
    const plenty = { allowed: true, limit: 60, remaining: 60, resetSeconds: 60 }
    const boundless = { take: async () => ({ key: plenty, person: plenty }) }
    world = await httpWorld({ ports: { keyLimiter: boundless } })
    credentials = await credentialsIn(world)
  })

  const present = async (
    { place, example, method, path }: (typeof guarded)[number],
    credential: string,
  ): Promise<ReadResponse> => {
    const body = place in (example ?? {}) ? { ...example, [place]: credential } : example
    const headers = place === 'cookie' ? { cookie: `ken_refresh=${credential}` } : {}
    const init = postJson(body ?? '', place === 'bearer' ? credential : undefined, headers)
    return read(
      await world.app.request(path, { ...init, ...(body === undefined && { body: null }), method }),
    )
  }

  it('are required by every operation except the open ones', () => {
    const open = operations.filter(
      ({ name }) => !guarded.some((operation) => operation.name === name),
    )
    expect(open.map(({ name }) => name)).toEqual([
      'GET /public/v1/openapi.json',
      'GET /public/v1/docs',
      'POST /setup',
      'GET /api/v1/auth/options',
      'POST /login',
      'POST /api/v1/auth/password/forgot',
    ])
  })

  it.each(guarded.filter(({ path }) => path !== '/logout'))(
    '$name refuses every other kind and every expired one with the same response',
    async (operation) => {
      const foreign = Object.entries(credentials).filter(([name]) => !operation.good.includes(name))
      const responses = await Promise.all(
        foreign.map(
          async ([name, credential]) => [name, await present(operation, credential)] as const,
        ),
      )
      const { status } = refusals[operation.place]
      expect(
        responses.filter(([, response]) => response.status !== status).map(([name]) => name),
      ).toEqual([])
      expect(new Set(responses.map(([, response]) => traceOf(response))).size).toBe(1)
      expect(responses[0]?.[1]).toMatchObject(refusals[operation.place])
    },
  )

  it('POST /logout ends no session for any other kind', async () => {
    const operation = guarded.find(({ path }) => path === '/logout')!
    const before = [...world.ports.database.tables.sessions.keys()]
    const { 'refresh token': _, ...foreign } = credentials
    for (const credential of Object.values(foreign))
      expect((await present(operation, credential)).status).toBe(204)
    expect([...world.ports.database.tables.sessions.keys()]).toEqual(before)
  })

  it.each(guarded)('$name accepts its own kind', async (operation) => {
    // A wrong code for a valid challenge gets the same refusal, so that attempts reveal nothing (R20).
    const needsCode = ['/login/mfa', '/login/mfa/confirm'].includes(operation.path)
    const own = await credentialsIn(world)
    for (const name of operation.good) {
      const { json } = await present(operation, own[name] ?? '')
      const isRefused = json.code === refusals[operation.place].json.code
      expect([operation.name, name, isRefused]).toEqual([operation.name, name, needsCode])
    }
  })
})
