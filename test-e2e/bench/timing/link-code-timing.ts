import { randomApiKeySource } from '@ken/crypto'
import { randomUUID } from 'node:crypto'
import { shuffle } from 'simple-statistics'
import { distributedWorld, type World } from '../../support/distributed.ts'
import { startKen, type Server } from '../../support/ken-program.ts'
import { addMembersWithPassword } from '../../support/member.ts'
import { signIn, type Console } from '../../support/session.ts'
import { compareTimes } from './compare-times.ts'
import { keepAliveClient } from '../keep-alive-client.ts'

const samples = 300
const warmUp = 20
const callsPerKey = 60
/** Its attempts are used up, and those of no other platform. */
const throttledSource = 'throttled'
const source = 'bot_gateway'

/** What a surface asks about a person who must be refused in the same time as all others (R65). */
type Refused = {
  readonly path: string
  readonly body: object
  /** Asked with a key of the source whose attempts are used up. */
  readonly isThrottled?: true
  readonly onBehalfOf?: string
}
/** Makes ready what one sample asks. */
type Classes = Readonly<Record<string, () => Promise<Refused>>>

/**
 * How long a surface waits for each refusal, in interleaved samples: of link codes beside a wrong one, and of questions
 * about a sender and searches on their behalf beside a stranger's. Differences and probabilities as for sign-in.
 */
export async function linkCodeTiming(): Promise<unknown> {
  const world = await distributedWorld()
  const server = await startKen(['http'], {
    ...world,
    env: { ...world.env, KEN_LOG_LEVEL: 'warn' },
  })
  const classes = { ...(await refusedCodes(world, server)), ...(await refusedSenders(world)) }
  const [keys, throttledKeys] = [
    await addServiceKeys(world, source),
    await addServiceKeys(world, throttledSource),
  ]
  const client = keepAliveClient(server.url, 1)
  const times = new Map(Object.keys(classes).map((name) => [name, [] as number[]]))
  let calls = 0
  for (let sample = -warmUp; sample < samples; sample += 1) {
    await world.sql('delete from guess_budgets where closed_until is null')
    for (const [name, prepare] of shuffle(Object.entries(classes))) {
      const { path, body, onBehalfOf, isThrottled = false } = await prepare()
      const key = (isThrottled ? throttledKeys : keys)[Math.floor((calls += 1) / callsPerKey)]!
      const headers = {
        authorization: `Bearer ${key}`,
        ...(onBehalfOf !== undefined && { 'ken-on-behalf-of': onBehalfOf }),
      }
      // What it took to make ready must not be what differs: server and database are as awake for every class.
      for (let call = 0; call < 3; call += 1) await client.get('/readyz', {})
      const started = performance.now()
      const { status, body: response } = await client.post(path, headers, JSON.stringify(body))
      const milliseconds = performance.now() - started
      if (status !== 403 || !response.includes('IDENTITY_NOT_LINKED'))
        throw new Error(`${name} answered ${status} ${response}`)
      if (sample >= 0) times.get(name)!.push(milliseconds)
    }
  }
  client.close()
  await server.stop()
  await world.close()
  const of = (prefix: string) => new Map([...times].filter(([name]) => name.startsWith(prefix)))
  return {
    link: compareTimes(of('link'), 'linkWrong'),
    resolve: compareTimes(of('resolve'), 'resolveStranger'),
    search: compareTimes(of('search'), 'searchStranger'),
  }
}

async function codeOf(
  session: Console | undefined,
  chosen: { readonly source?: string } = {},
): Promise<string> {
  const { code } = (await (await session!.post('/api/v1/me/link-codes', chosen)).json()) as {
    code: string
  }
  return code
}

const wrong = 'AAAA-AAAA'
const link = (code: string, external_id: string = randomUUID()) => ({
  path: '/api/v1/surfaces/link',
  body: { external_id, code },
})

async function refusedCodes(world: World, server: Server): Promise<Classes> {
  const members = await addMembersWithPassword(world, 4)
  const [used, expired, another, deactivated] = await Promise.all(
    members.map((member) => signIn(server, member)),
  )
  const setStatus = (status: string) =>
    world.sql('update users set status = $1 where email = $2', [status, members[3]!.email])
  await addIdentity(world, members[0]!.email, 'linked')
  // Closed for an hour by attempts of a minute ago.
  await world.sql(
    `insert into guess_budgets (bucket, failures, consecutive, window_ends_at, taken_at, closed_until)
     select bucket, 5, 5, now() + interval '1 h', now() - interval '1 min', now() + interval '1 h'
     from unnest($1::text[]) as bucket`,
    [[`external_id:${source}:guesser`, `source:${throttledSource}`]],
  )
  return {
    linkWrong: async () => link(wrong),
    linkUsed: async () => {
      const code = await codeOf(used)
      await world.sql(
        'delete from link_tokens where user_id = (select id from users where email = $1)',
        [members[0]!.email],
      )
      return link(code)
    },
    linkExpired: async () => {
      const code = await codeOf(expired)
      await world.sql('update link_tokens set expires_at = now()')
      return link(code)
    },
    linkForAnotherPlatform: async () => link(await codeOf(another, { source: throttledSource })),
    linkOfAnother: async () => link(await codeOf(another), 'linked'),
    linkDeactivated: async () => {
      await setStatus('active')
      const code = await codeOf(deactivated)
      await setStatus('deactivated')
      return link(code)
    },
    linkThrottledSender: async () => link(wrong, 'guesser'),
    linkThrottledSource: async () => ({ ...link(wrong), isThrottled: true }),
  }
}

const resolve = (external_id: string) => async () => ({
  path: '/api/v1/surfaces/resolve',
  body: { external_id },
})
const search = (onBehalfOf: string) => async () => ({
  path: '/public/v1/search',
  body: { query: 'x' },
  onBehalfOf,
})

async function refusedSenders(world: World): Promise<Classes> {
  await world.addMember('gone@example.com')
  await world.sql(`update users set status = 'deactivated' where email = 'gone@example.com'`)
  await addIdentity(world, 'gone@example.com', 'gone')
  return {
    resolveStranger: resolve('stranger'),
    resolveDeactivated: resolve('gone'),
    searchStranger: search('stranger'),
    searchDeactivated: search('gone'),
  }
}

const addIdentity = (world: World, email: string, externalId: string) =>
  world.sql(
    `insert into identity_mapping (id, source, external_id, user_id, created_at)
     select gen_random_uuid(), $1, $2, id, now() from users where email = $3`,
    [source, externalId, email],
  )

/** Enough keys of the platform for every call. */
async function addServiceKeys(world: World, platform: string): Promise<readonly string[]> {
  const classesMax = 12
  const keysCount = Math.ceil(((samples + warmUp) * classesMax) / callsPerKey) + 1
  const made = Array.from({ length: keysCount }, () => randomApiKeySource().newApiKey())
  await world.sql(
    `insert into api_keys (id, kind, source, name, key_hash, prefix)
     select id, 'service', $1, 'bench', hash, prefix from unnest($2::uuid[], $3::text[], $4::text[]) as k (id, hash, prefix)`,
    [
      platform,
      made.map(() => randomUUID()),
      made.map(({ digest }) => digest),
      made.map(({ prefix }) => prefix),
    ],
  )
  return made.map(({ plain }) => plain)
}
