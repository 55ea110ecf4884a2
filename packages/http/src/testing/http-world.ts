import type { Config, Health, Ken } from '@ken/composition'
import {
  createKey,
  findAccount,
  importDocuments,
  operator,
  setUpOwner,
  type Ports,
} from '@ken/core'
import { aDocument, memoryPorts, type MemoryPorts } from '@ken/core/testing'
import { createApp } from '../app.ts'
import type { Api } from '../api.ts'
import type { ApiApp } from '../api-context.ts'
import { consoleFixture } from './console-fixture.ts'
import { withDeclaredResponses } from './declared-responses.ts'

const config: Config = {
  host: '127.0.0.1',
  port: 0,
  baseUrl: 'http://ken.example.com',
  dataDirectory: '/nowhere',
  databaseUrl: null,
  databasePoolMax: 1,
  redisUrl: null,
  secrets: null,
  trustedProxies: [],
  corsOrigins: [],
  personLimit: 600,
  searchBudgetMs: 2_000,
  synonyms: null,
  breachUrl: null,
  embedder: null,
  answerModel: null,
  mail: null,
  mailPerSecond: 2,
  passwordHashCost: { memoryKib: 19_456, iterations: 2, parallelism: 1 },
  allowsLocalTeamChat: true,
  workspaceChatUrl: 'https://slack.com/api',
  hsts: 'host',
  logLevel: 'debug',
}

export const owner = {
  email: 'ada@example.com',
  password: 'tangerine walrus orbit',
  name: 'Ada Lovelace',
}

export type HttpWorld = {
  readonly app: ApiApp
  readonly ken: Api['ken'] & Pick<Ken, 'within'>
  readonly ports: MemoryPorts
  /** A valid key of the owner; empty before the setup. */
  readonly key: string
}

export type HttpWorldOptions = {
  /** False for a service before its setup. */
  readonly setUp?: boolean
  readonly config?: Partial<Config>
  /** Ports to replace, for instance with failing ones. */
  readonly ports?: Partial<Ports>
  readonly health?: () => Promise<Health>
  readonly within?: Ken['within']
  readonly isDraining?: () => boolean
  readonly loadMcp?: Api['loadMcp']
}

/** The app on ports in memory, by default with an owner, a key and a document. It may only respond as its OpenAPI document says. */
export async function httpWorld({
  setUp = true,
  isDraining,
  loadMcp,
  ...options
}: HttpWorldOptions = {}): Promise<HttpWorld> {
  const ports = wirePorts()
  const key = setUp ? await populate(ports) : ''
  const ken = {
    config: { ...config, ...options.config },
    version: '1.2.3',
    ports: { ...ports, ...options.ports },
    health:
      options.health ?? (async () => ({ ready: true, parts: [{ part: 'database', state: 'ok' }] })),
    systemParts: async () => [
      { part: 'database', state: 'ok', reason: null, since: ports.clock.now() },
    ],
    within: options.within ?? ((_signal, work) => work()),
  } satisfies HttpWorld['ken']
  return {
    app: withDeclaredResponses(
      createApp({
        ken,
        log: ports.log,
        console: consoleFixture,
        ...(isDraining && { isDraining }),
        ...(loadMcp && { loadMcp }),
      }),
    ),
    ken,
    ports,
    key,
  }
}

/** Ports in memory whose tokens are valid in headers and cookies. */
function wirePorts(): MemoryPorts {
  const ports = memoryPorts()
  const { accessTokens, deviceTokens, refreshTokens } = ports
  return {
    ...ports,
    accessTokens: {
      async issue(claims) {
        const { token, expiresInSeconds } = await accessTokens.issue(claims)
        return { token: encoded(token), expiresInSeconds }
      },
      verify: (token) => accessTokens.verify(decoded(token)),
    },
    deviceTokens: {
      issue: (device) => encoded(deviceTokens.issue(device)),
      read: (token) => deviceTokens.read(decoded(token)),
    },
    refreshTokens: {
      ...refreshTokens,
      issue: (sessionId, generation) => encoded(refreshTokens.issue(sessionId, generation)),
      read: (token) => refreshTokens.read(decoded(token)),
    },
  }
}

const encoded = (token: string): string => Buffer.from(token).toString('base64url')

/** Decodes a token; any non-canonical text stays unchanged, and so is not a token. */
function decoded(text: string): string {
  const token = Buffer.from(text, 'base64url').toString()
  return encoded(token) === text ? token : text
}

async function populate(ports: MemoryPorts): Promise<string> {
  await setUpOwner(ports, { actor: operator, ...owner })
  await importDocuments(ports, {
    actor: operator,
    documents: [
      aDocument({ title: 'Printer on floor two', body: 'The printer jams when it is cold.' }),
    ],
  })
  const account = await findAccount(ports, { actor: operator, email: owner.email })
  if (!account.ok) throw new Error('no owner')
  const created = await createKey(ports, {
    actor: operator,
    ownerId: account.value.id,
    name: 'laptop',
    lifetimeDays: 30,
    sources: null,
  })
  if (!created.ok) throw new Error('no key')
  return created.value.plain
}

/** A POST of JSON, with the key, if given. */
export const postJson = (
  body: unknown,
  key?: string,
  headers: { readonly [name: string]: string } = {},
): RequestInit => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...headers,
  },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
