import { randomUUID } from 'node:crypto'
import { shuffle } from 'simple-statistics'
import { distributedWorld, type World } from '../../support/distributed.ts'
import { kenJson, startKen } from '../../support/ken-program.ts'
import { compareTimes } from './compare-times.ts'
import { keepAliveClient } from '../keep-alive-client.ts'

const samples = 300
const warmUp = 20
/** A key may send 60 requests a minute. */
const callsPerKey = 50
const reader = 'reader@example.com'

/**
 * How long a reader waits for a document that does not exist for them, over HTTP and as a tool, in interleaved samples
 * beside an invented one (S6). Differences and probabilities as for sign-in.
 */
export async function documentTiming(): Promise<unknown> {
  await using world = await distributedWorld()
  await using server = await startKen(['http'], {
    ...world,
    env: { ...world.env, KEN_LOG_LEVEL: 'warn', KEN_PERSON_LIMIT: '1000000' },
  })
  await world.addMember(reader)
  const ids = await documentIds(world)
  const keys = { wide: await keysOf(world, null), narrow: await keysOf(world, ['ticket']) }
  const classes = {
    invented: { id: () => randomUUID(), key: keys.wide },
    hidden: { id: () => ids.hidden, key: keys.wide },
    deleted: { id: () => ids.deleted, key: keys.wide },
    narrowed: { id: () => ids.open, key: keys.narrow },
  }
  const client = keepAliveClient(server.url, 1)
  const times = { http: new Map<string, number[]>(), tool: new Map<string, number[]>() }
  for (let sample = -warmUp; sample < samples; sample += 1)
    for (const [name, { id, key }] of shuffle(Object.entries(classes)))
      for (const surface of ['http', 'tool'] as const) {
        const headers = {
          authorization: `Bearer ${key()}`,
          accept: 'application/json, text/event-stream',
        }
        const asked = id()
        const started = performance.now()
        const { body } =
          surface === 'http'
            ? await client.get(`/public/v1/documents/${asked}`, headers)
            : await client.post('/mcp', headers, fetchOf(asked))
        const milliseconds = performance.now() - started
        if (!/NOT_FOUND|There is no such document/.test(body)) throw new Error(`${name}: ${body}`)
        if (sample >= 0)
          times[surface].set(name, [...(times[surface].get(name) ?? []), milliseconds])
      }
  client.close()
  return {
    http: compareTimes(times.http, 'invented'),
    tool: compareTimes(times.tool, 'invented'),
  }
}

const fetchOf = (id: string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'fetch', arguments: { id } },
  })

const page = (external_id: string, allowed: string) =>
  JSON.stringify({
    source: 'wiki',
    external_id,
    title: external_id,
    url: `https://wiki.example.com/${external_id}`,
    body: 'Some words about something. '.repeat(200),
    allowed: [allowed],
  })

async function documentIds({ sql, ...world }: World) {
  const input = [
    page('open', 'everyone'),
    page('hidden', 'role:Owner'),
    page('deleted', 'everyone'),
  ]
  await kenJson(['import', '-'], { ...world, input: input.join('\n') })
  const rows = await sql('select id, title from documents')
  const idOf = (title: string) => String(rows.find((row) => row['title'] === title)!['id'])
  const ids = { open: idOf('open'), hidden: idOf('hidden'), deleted: idOf('deleted') }
  await sql('delete from documents where id = $1', [ids.deleted])
  return ids
}

/** A key for each call, a new one before its allowance is used up. */
async function keysOf({ createKey, sql }: World, sources: readonly string[] | null) {
  const calls = (samples + warmUp) * 2 * 3
  const keys: string[] = []
  for (let place = 0; place * callsPerKey < calls; place += 1) {
    const { id, key } = await createKey(reader)
    await sql('update api_keys set sources = $2 where id = $1', [id, sources])
    keys.push(key)
  }
  let call = 0
  return () => keys[Math.floor(call++ / callsPerKey)]!
}
