import { ok, type SessionId } from '@ken/core'
import { anEnrolledPersonIn, aSession } from '@ken/core/testing'
import { createApp } from '@ken/http'
import { expect, it } from 'vitest'
import { testConfig, testWorld } from '../test-world.ts'

const page = {
  source: 'wiki',
  external_id: 'a',
  title: 'Page',
  url: 'https://wiki.example.com/a',
  body: 'Text.',
  allowed: ['everyone'],
  updated_at: '2026-02-13T09:30:00Z',
}
const b = { ...page, external_id: 'b', url: null, updated_at: null }

/** One import after the other: what each document is, or has that is refused. */
const imports: ReadonlyArray<readonly [of: string, document: object]> = [
  ['a new document', page],
  ['the same again', page],
  ['a document without a link', b],
  ['the same, in another order of its fields', Object.fromEntries(Object.entries(b).toReversed())],
  ['another title', { ...page, title: 'New' }],
  ['another text', { ...page, title: 'New', body: 'Other.' }],
  ['other permissions', { ...b, allowed: ['group:it', 'role:Owner'] }],
  ['the same permissions in another order', { ...b, allowed: ['role:Owner', 'group:it'] }],
  ['another time in another zone', { ...page, updated_at: '2026-02-13T10:30:00+01:00' }],
  ['the external id in another source', { ...page, source: 'ticket' }],
  ['a blank title', { ...page, title: ' ' }],
  ['no title and no permissions', { ...page, title: '', allowed: [] }],
  ['a source in capitals', { ...page, source: 'Wiki' }],
  ['a link that is a script', { ...page, url: 'javascript:alert(1)' }],
  ['a link with a password', { ...page, url: 'https://a:b@example.com/' }],
  ['an unknown principal', { ...page, allowed: ['someone'] }],
  ['a text with NUL', { ...page, body: 'a\0b' }],
  ['a lone surrogate', { ...page, external_id: '\uD800' }],
  ['a date without a time', { ...page, updated_at: '2026-02-13' }],
  ['a day that does not exist', { ...page, updated_at: '2026-02-30T00:00:00Z' }],
  ['a title that is too long', { ...page, title: 'x'.repeat(501) }],
  [
    'too many principals',
    { ...page, allowed: Array.from({ length: 101 }, (_, n) => `group:g${n}`) },
  ],
]
/** Their reasons name the same fields in other words. */
const malformed: typeof imports = [
  ['a number for a title', { ...page, title: 7 }],
  ['no text', { ...page, body: undefined }],
  ['permissions that are no list', { ...page, allowed: 'everyone' }],
]

type Verdict = { readonly kind: string; readonly reason: string }

/** The verdict of `ken import` on each document, in an order of imports. */
async function verdictsOfCommandLine(documents: readonly object[]): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  const { ports } = testWorld()
  for (const document of documents) {
    const world = testWorld({ ports, stdin: JSON.stringify(document) })
    const { stdout, stderr } = await world.ken('import', '-', '--json')
    const tally = JSON.parse(stdout) as Readonly<Record<string, number>>
    const [kind] = ['created', 'updated', 'unchanged', 'failed'].filter((one) => tally[one] === 1)
    const [, reason = ''] = /^stdin:1: (.*)$/m.exec(stderr) ?? []
    verdicts.push({ kind: kind === 'failed' ? 'invalid' : String(kind), reason })
  }
  return verdicts
}

/** The same over HTTP, a document in each request. */
async function verdictsOverHttp(documents: readonly object[]): Promise<readonly Verdict[]> {
  const { app, token } = await administration()
  const verdicts: Verdict[] = []
  for (const document of documents) {
    const response = await app.request('/api/v1/admin/knowledge/documents', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ documents: [document] }),
    })
    const { documents: outcome } = (await response.json()) as {
      documents: readonly [
        { verdict: string; errors: ReadonlyArray<{ pointer: string; detail: string }> },
      ]
    }
    const [{ verdict, errors }] = outcome
    const reasons = errors.map(
      ({ pointer, detail }) => `${pointer.split('/').slice(3).join('.')}: ${detail}`,
    )
    verdicts.push({ kind: verdict, reason: reasons.join('; ') })
  }
  return verdicts
}

/** The app, and the access token of an Owner. */
async function administration() {
  const { ports } = testWorld()
  const { account } = await anEnrolledPersonIn(ports, { role: 'Owner' })
  const session = aSession(account, ports.clock.now())
  await ports.transact(async ({ sessions }) => ok(await sessions.insert(session)))
  const sessionId: SessionId = session.id
  const claims = { userId: account.id, role: account.role, sessionId }
  const { token } = await ports.accessTokens.issue(claims)
  // A header cannot carry the tokens of memory as they are.
  const accessTokens = { ...ports.accessTokens, verify: () => ports.accessTokens.verify(token) }
  const ken = {
    config: testConfig,
    version: '1.2.3',
    ports: { ...ports, accessTokens },
    health: async () => ({ ready: true, parts: [] }),
    systemParts: async () => [],
  }
  return { app: createApp({ ken, log: ports.log }), token: 'token' }
}

const fieldsOf = ({ kind, reason }: Verdict) => ({
  kind,
  fields: reason.split('; ').map((part) => part.slice(0, part.indexOf(':'))),
})

it('documents over HTTP get the verdicts of ken import, with the same reasons', async () => {
  const documents = imports.map(([, document]) => document)
  const [commandLine, overHttp] = [
    await verdictsOfCommandLine(documents),
    await verdictsOverHttp(documents),
  ]
  const named = (verdicts: readonly Verdict[]) =>
    imports.map(([of], place) => ({ of, ...verdicts[place] }))
  expect(named(overHttp)).toEqual(named(commandLine))
  const kinds = new Set(commandLine.map(({ kind }) => kind))
  expect(kinds).toEqual(new Set(['created', 'updated', 'unchanged', 'invalid']))
  for (const { kind, reason } of commandLine) expect(reason !== '').toBe(kind === 'invalid')
})

it('documents of another form are refused for the same fields', async () => {
  const documents = malformed.map(([, document]) => document)
  const [commandLine, overHttp] = [
    await verdictsOfCommandLine(documents),
    await verdictsOverHttp(documents),
  ]
  expect(overHttp.map(fieldsOf)).toEqual(commandLine.map(fieldsOf))
  expect(overHttp.map(fieldsOf)).toEqual(
    ['title', 'body', 'allowed'].map((field) => ({ kind: 'invalid', fields: [field] })),
  )
})
