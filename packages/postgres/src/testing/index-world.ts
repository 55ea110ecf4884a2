import { newId } from '@ken/core/testing'
import { filledDatabase } from '@ken/testing'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { connectionTo, createTables, migratedDatabase, openFor } from './server-world.ts'

/** A repeatable source of numbers from 0 to 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
    return state / 0x80_00_00_00
  }
}

type Row = {
  readonly id: string
  /** 0 if omitted. */
  readonly ordinal?: number
  readonly allowed: string
  readonly place: number
  readonly level: number
  readonly terms: string
  readonly impacts: string
}

const vocabulary = 400
/** Low numbers are frequent words. */
export const someWord = (random: () => number) => Math.floor(vocabulary ** random())

function passage(random: () => number, allowed: string): Row {
  const impacts = new Map<number, number>()
  const words = 5 + Math.floor(random() * 25)
  for (let count = 0; count < words; count += 1)
    impacts.set(someWord(random), 80 + Math.floor(random() ** 2 * 170))
  const sorted = [...impacts].toSorted(([left], [right]) => left - right)
  const place = Math.floor(random() * 2 ** 31)
  return {
    id: newId(),
    allowed: `{${allowed}}`,
    place,
    level: Math.min(11, Math.clz32(place) - 1),
    terms: `{${sorted.map(([term]) => term).join()}}`,
    impacts: `\\x${Buffer.from(sorted.map(([, impact]) => impact)).toString('hex')}`,
  }
}

export const passages = (random: () => number, count: number, allowed: string) =>
  Array.from({ length: count }, () => passage(random, allowed))

/** A word of a query: its term, or its forms and its spelling, which counts if no visible passage has a form. */
export type Word = number | AskedWord
type AskedWord = {
  readonly forms: readonly number[]
  readonly spelling?: number
  /** How often it is asked for: 1 if omitted. */
  readonly asked?: number
}
const askedWord = (word: Word): AskedWord => (typeof word === 'number' ? { forms: [word] } : word)

const insertInto = (client: Client, rows: readonly Row[]) =>
  client.query(
    `
    with added as (
      insert into documents (id, source, external_id, title, url, body, allowed)
      select distinct id, 'wiki', id::text, 'Page', 'https://wiki.example.com', '', allowed::text[]
      from jsonb_to_recordset($1) as row (id uuid, allowed text)
    )
    insert into passage_terms (document_id, ordinal, place, level, access, terms, impacts)
    select id, coalesce(ordinal, 0), place, level, ken_access('wiki', allowed::text[], level), terms::int[], impacts::bytea
    from jsonb_to_recordset($1) as row (id uuid, ordinal int, allowed text, place int, level int, terms text, impacts text)
    `,
    [JSON.stringify(rows)],
  )

/** A migrated database whose index is filled directly, and its function `ken_search`. */
export const indexWorld = async () => worldOn((await migratedDatabase()).url)

/** Such a database with as many passages for everyone as it takes to sample them. */
export const sampledWorld = () =>
  worldWith('sampled_passages', (client) =>
    insertInto(client, passages(randomNumbers(13), 3_600, 'everyone')),
  )

/** Such a database with rows that are inserted once in a run. */
export async function worldWith(name: string, fill: (client: Client) => Promise<unknown>) {
  const { url, close } = await filledDatabase(name, async (empty) => {
    await createTables(empty)
    const client = new Client({ connectionString: empty })
    await client.connect()
    await fill(client)
    await client.end()
  })
  onTestFinished(close)
  return worldOn(url)
}

async function worldOn(url: string) {
  const [database, client] = [await openFor(url), await connectionTo(url)]
  const insert = (rows: readonly Row[]) => insertInto(client, rows)
  const search = async (words: readonly Word[], readers: readonly string[], limit = 50) => {
    const asked = words.map(askedWord)
    const { rows } = await client.query<{ document_id: string; score: number }>(
      'select document_id, score from ken_search($1, $2, $3, $4, $5, $6)',
      [
        asked.flatMap(({ forms }) => forms),
        asked.flatMap(({ forms }, at) => forms.map(() => at + 1)),
        asked.map(({ spelling = null }) => spelling),
        asked.map(({ asked: times = 1 }) => times),
        readers,
        limit,
      ],
    )
    return rows
  }
  return { url, database, client, insert, search }
}

export type IndexWorld = Awaited<ReturnType<typeof indexWorld>>

/** The principals of a reader of all passages for `everyone`. */
export const reader = ['everyone', 'group:own']
