import {
  changeEmail,
  deactivateAccount,
  endAccountSessions,
  issuePasswordReset,
  operator,
  resetPassword,
  resetSecondFactor,
} from '@ken/core'
import type { Account, Ports } from '@ken/core/ports'
import { anOrigin, aPassword, aPasswordResetIn, aSessionIn } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { consoleDocument, openApiDocument } from '../openapi.ts'
import { aBrowser, enrolledIn, read, traceOf, type Browser } from '../testing/browser.ts'
import { httpWorld, postJson, type HttpWorld } from '../testing/http-world.ts'
import { operationsOf } from '../testing/operations.ts'

/** Every operation that takes an access token. */
const operations = [
  ...operationsOf(openApiDocument('http://ken.example.com')),
  ...operationsOf(consoleDocument()),
].filter(({ credentials }) => credentials.includes('accessToken'))

/** The operations that accept an access token after its session has ended. The last test calls them, once. */
const plainReads = [
  'POST /public/v1/search',
  'GET /public/v1/documents/{id}',
  'GET /api/v1/openapi.json',
  'GET /api/v1/me',
  'GET /api/v1/me/sessions',
  'GET /api/v1/me/keys',
  'GET /api/v1/me/keys/{id}',
  'GET /api/v1/me/keys/{id}/usage',
  'GET /api/v1/me/identities',
  'GET /api/v1/me/agents',
  'GET /api/v1/me/chat-surfaces',
  'GET /api/v1/me/sources',
]

const protectedOperations = operations.filter(({ name }) => !plainReads.includes(name))

type Person = {
  readonly world: HttpWorld
  readonly account: Account
  readonly browser: Browser
  readonly code: () => string
}

/** A second browser of the same person. */
async function elsewhere({ world, account }: Person): Promise<Browser> {
  const { session } = await aSessionIn(world.ports, account)
  const claims = { userId: account.id, role: account.role, sessionId: session.id }
  return Object.assign(aBrowser(world.app), {
    token: (await world.ports.accessTokens.issue(claims)).token,
  })
}

const ofOperator = ({ account }: Person) => ({ actor: operator, userId: account.id })

/** Each way a session ends, except deletion, which leaves no account to act as. */
const ends: readonly {
  readonly way: string
  readonly end: (person: Person) => Promise<unknown>
}[] = [
  {
    way: 'the end of one session',
    end: async (person) => {
      const other = await elsewhere(person)
      const { json } = await other.get('/api/v1/me/sessions')
      const ended = json.data.filter(({ current }) => !current)
      for (const { id } of ended) await other.delete(`/api/v1/me/sessions/${id}`)
    },
  },
  {
    way: 'the end of all others',
    end: async (person) => (await elsewhere(person)).post('/api/v1/me/sessions/end-others', {}),
  },
  { way: 'the end of all', end: ({ browser }) => browser.post('/api/v1/me/sessions/end-all', {}) },
  { way: 'sign-out', end: ({ browser }) => browser.post('/logout') },
  {
    way: 'a change of the password',
    end: async (person) => {
      const change = { current_password: aPassword, new_password: 'lantern quartz meadow' }
      return (await elsewhere(person)).post('/api/v1/auth/password/change', change)
    },
  },
  {
    way: 'a reset of the password',
    end: async ({ world, account }) => {
      const token = await aPasswordResetIn(world.ports, account)
      const actor = { kind: 'anonymous', via: 'web', ...anOrigin } as const
      return resetPassword(world.ports, { actor, token, newPassword: 'lantern quartz meadow' })
    },
  },
  {
    way: 'a temporary password',
    end: async (person) =>
      issuePasswordReset({ ...person.world.ports, mailer: null }, ofOperator(person)),
  },
  {
    way: 'an administrator who ends sessions',
    end: async (person) => endAccountSessions(person.world.ports, ofOperator(person)),
  },
  {
    way: 'deactivation',
    end: async (person) => deactivateAccount(person.world.ports, ofOperator(person)),
  },
  {
    way: 'another address',
    end: async (person) =>
      changeEmail(person.world.ports, { ...ofOperator(person), email: 'other@example.com' }),
  },
  {
    way: 'a reset of the second factor',
    end: async (person) => resetSecondFactor(person.world.ports, ofOperator(person)),
  },
]

/** Calls operations with a valid body and returns the outcomes. */
async function crawl({ world, browser }: Person, token: string, called = operations) {
  const statuses = new Map<string, { readonly status: number; readonly code: string }>()
  for (const { name, method, path, example } of called) {
    const init = {
      ...postJson(example ?? '', token),
      ...(example === undefined && { body: null }),
      method,
    }
    const { status, json } = await read(await world.app.request(path, init))
    statuses.set(name, { status, code: json.code })
  }
  expect(browser.token).toBe(token)
  return statuses
}

describe.each(['Owner', 'Admin', 'Member'] as const)('R147 the access token of a %s', (role) => {
  it.each(ends)('cannot change or administer anything after $way', async ({ end }) => {
    const world = await httpWorld()
    const person = { world, ...(await enrolledIn(world, { role })) }
    const token = person.browser.token!
    expect((await person.browser.get('/api/v1/me')).status).toBe(200)
    await end(person)

    const before = structuredClone(world.ports.database.tables)
    const others = await crawl(person, token, protectedOperations)
    expect(structuredClone(world.ports.database.tables)).toEqual(before)
    expect(others.size).toBeGreaterThan(40)
    const account = before.accounts.get(person.account.id)!
    const refusal =
      account.status === 'active'
        ? { status: 401, code: 'UNAUTHENTICATED' }
        : { status: 403, code: 'FORBIDDEN' }
    for (const [name, response] of others) expect([name, response]).toEqual([name, refusal])
  })
})

it('R147 refuses a session that ends during a request as ended, and keeps refusals for other reasons', async () => {
  let endDuring: (() => Promise<unknown>) | null = null
  const accountHolders: Ports['accountHolders'] = {
    findProfile: (...given) => world.ports.accountHolders.findProfile(...given),
    findById: async (...given) => {
      const found = await world.ports.accountHolders.findById(...given)
      await endDuring?.()
      return found
    },
  }
  const world = await httpWorld({ ports: { accountHolders } })
  const person = { world, ...(await enrolledIn(world, { role: 'Admin' })) }
  const requests: readonly ((browser: Browser) => ReturnType<Browser['get']>)[] = [
    (browser) => browser.put('/api/v1/me/name', { name: 'Grace' }),
    (browser) => browser.post('/api/v1/admin/groups', { slug: 'finance' }),
    (browser) => browser.get('/api/v1/admin/audit/export'),
  ]
  for (const request of requests) {
    const browser = await elsewhere(person)
    endDuring = () => endAccountSessions(world.ports, ofOperator(person))
    const refused = await request(browser)
    endDuring = null
    // It is the response to every later request, too.
    expect(traceOf(refused)).toBe(traceOf(await request(browser)))
    expect(refused.status).toBe(401)
  }
  const owner = { email: 'grace@example.com', role: 'Owner' }
  const forbidden = await (await elsewhere(person)).post('/api/v1/admin/invitations', owner)
  expect(forbidden).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } })
})

it('R147 allows only reads with a token of an ended session', async () => {
  const world = await httpWorld()
  const person = { world, ...(await enrolledIn(world)) }
  const token = person.browser.token!
  await person.browser.post('/api/v1/me/sessions/end-all', {})
  const before = structuredClone(world.ports.database.tables)
  const responses = await crawl(person, token)
  expect(structuredClone(world.ports.database.tables)).toEqual(before)
  const open = [...responses].filter(([, { status }]) => status !== 401).map(([name]) => name)
  expect(open.toSorted()).toEqual(plainReads.toSorted())
})
