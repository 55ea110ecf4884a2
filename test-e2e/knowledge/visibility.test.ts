import { randomApiKeySource } from '@ken/crypto'
import { testRedis } from '@ken/testing'
import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributedWorld, type World } from '../support/distributed.ts'
import { kenHere } from '../support/ken-here.ts'
import type { Server } from '../support/ken-program.ts'
import { post, type SearchAnswer } from '../support/surface.ts'
import { serversApart } from '../support/two-processes.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

const redis = await testRedis()
const triples = Number(process.env['KEN_TEST_TRIPLES'] ?? 300)
/** Enough that none uses up its allowance. */
const serviceKeys = Math.ceil(triples / 30)
const seed = Number(process.env['KEN_TEST_SEED'] ?? Date.now())

const roles = ['Owner', 'Admin', 'Member'] as const
const groups = ['it', 'hr', 'sales']
const sources = ['wiki', 'ticket', 'mail']
const words = ['quartz', 'walrus', 'lantern', 'meadow', 'zephyr']
const people = Array.from({ length: 12 }, () => randomUUID())
const principals = [
  'everyone',
  ...roles.map((role) => `role:${role}`),
  ...groups.map((slug) => `group:${slug}`),
  ...people.map((id) => `user:${id}`),
]
const narrowing = fc.option(fc.subarray(sources, { minLength: 1 }))
const worlds = fc.record({
  people: fc.tuple(
    ...people.map((id) =>
      fc.record({
        id: fc.constant(id),
        role: fc.constantFrom(...roles),
        memberOf: fc.subarray(groups),
      }),
    ),
  ),
  documents: fc.array(
    fc.record({
      allowed: fc.subarray(principals, { minLength: 1, maxLength: 3 }),
      source: fc.constantFrom(...sources),
      body: fc.subarray(words, { minLength: 1 }),
    }),
    { minLength: 40, maxLength: 45 },
  ),
  personal: fc.tuple(
    ...people.flatMap((owner) =>
      [1, 2].map(() => fc.record({ owner: fc.constant(owner), sources: narrowing })),
    ),
  ),
  service: fc.array(narrowing, { minLength: serviceKeys, maxLength: serviceKeys }),
})
type Random = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never

/** One way to ask, and for whom the answer is. */
type Asking = {
  readonly key: string
  readonly person: string
  readonly sources: readonly string[] | null
  readonly isService: boolean
}

describe.skipIf(redis.url === null)('search on two processes, in a random world', () => {
  const [random] = fc.sample(worlds, { seed, numRuns: 1 }) as [Random]
  let servers: readonly Server[]
  let askings: readonly Asking[]

  beforeAll(async () => {
    const world = started.use(await distributedWorld({ redis: true, owner: false }))
    await kenHere(['migrate'], world)
    askings = await populate(world, random)
    servers = (await serversApart(world)).map((server) => started.use(server))
  })

  const found = async ({ key, person, isService }: Asking, query: string, position: number) => {
    const onBehalf = isService ? { 'ken-on-behalf-of': person } : {}
    const headers = { authorization: `Bearer ${key}`, ...onBehalf }
    const response = await post(
      `${servers[position % 2]!.url}/public/v1/search`,
      { query, limit: 50 },
      headers,
    )
    const { results } = (await response.json()) as SearchAnswer
    return results.map(({ title }) => title).toSorted()
  }

  it(`R7 finds for each key exactly what an oracle says, personal and service keys interleaved (seed ${seed})`, async () => {
    const questions = fc.sample(
      fc.record({
        asking: fc.constantFrom(...askings),
        query: fc.subarray(words, { minLength: 1 }),
      }),
      {
        seed,
        numRuns: triples,
      },
    )
    const responses: { readonly expected: readonly string[]; readonly found: readonly string[] }[] =
      []
    for (let at = 0; at < questions.length; at += 20) {
      const batch = questions.slice(at, at + 20).map(async ({ asking, query }, position) => ({
        expected: oracle(random, asking, query),
        found: await found(asking, query.join(' '), position),
      }))
      responses.push(...(await Promise.all(batch)))
    }
    expect(
      responses.filter(
        ({ expected, found: got }) => JSON.stringify(expected) !== JSON.stringify(got),
      ),
    ).toEqual([])
    expect(responses.some(({ expected }) => expected.length > 0)).toBe(true)
  })
})

/** The titles of what this way to ask must find. */
function oracle(
  { people: persons, documents }: Random,
  { person, sources: narrowed }: Asking,
  query: readonly string[],
): readonly string[] {
  const { role, memberOf } = persons.find(({ id }) => id === person)!
  const named = new Set([
    'everyone',
    `role:${role}`,
    `user:${person}`,
    ...memberOf.map((slug) => `group:${slug}`),
  ])
  return documents
    .map((document, position) => ({ ...document, title: titleOf(position) }))
    .filter(({ allowed }) => allowed.some((principal) => named.has(principal)))
    .filter(({ source }) => narrowed === null || narrowed.includes(source))
    .filter(({ body }) => body.some((word) => query.includes(word)))
    .map(({ title }) => title)
    .toSorted()
}

const titleOf = (position: number): string => `Document ${position}`

/** Puts people, groups, documents, keys and links where the programs find them; answers every way to ask. */
async function populate(
  world: World,
  { people: persons, documents, personal, service }: Random,
): Promise<readonly Asking[]> {
  const { sql } = world
  for (const slug of groups) await sql('insert into groups (slug) values ($1)', [slug])
  for (const { id, role, memberOf } of persons) {
    await sql(`insert into users (id, email, name, role) values ($1, $2, 'Someone', $3)`, [
      id,
      `${id}@example.com`,
      role,
    ])
    for (const slug of memberOf)
      await sql('insert into group_members (slug, user_id) values ($1, $2)', [slug, id])
    await sql(
      `insert into identity_mapping (id, source, external_id, user_id, created_at) values ($1, 'bot_gateway', $2::text, $2::uuid, now())`,
      [randomUUID(), id],
    )
  }
  const lines = documents.map(({ allowed, source, body }, position) =>
    JSON.stringify({
      external_id: String(position),
      source,
      title: titleOf(position),
      url: `https://wiki.example.com/${position}`,
      body: body.join(' '),
      allowed,
    }),
  )
  const imported = await kenHere(['import', '-'], { ...world, input: lines.join('\n') })
  if (imported.code !== 0) throw new Error(imported.stderr)

  const source = randomApiKeySource()
  const addKey = async (owner: string | null, narrowed: readonly string[] | null) => {
    const { plain, digest, prefix } = source.newApiKey()
    await sql(
      `insert into api_keys (id, kind, owner_id, source, name, key_hash, prefix, sources)
       values ($1, case when $2::uuid is null then 'service' else 'personal' end, $2, case when $2::uuid is null then 'bot_gateway' end, 'key', $3, $4, $5)`,
      [randomUUID(), owner, digest, prefix, narrowed],
    )
    return plain
  }
  const askings: Asking[] = []
  for (const { owner, sources: narrowed } of personal) {
    askings.push({
      key: await addKey(owner, narrowed),
      person: owner,
      sources: narrowed,
      isService: false,
    })
  }
  for (const narrowed of service) {
    const key = await addKey(null, narrowed)
    askings.push(...people.map((person) => ({ key, person, sources: narrowed, isService: true })))
  }
  return askings
}
