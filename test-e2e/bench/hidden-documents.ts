import { importDocuments, ok, operator, search, type Ports } from '@ken/core'
import type { AccountId, Principal } from '@ken/core/ports'
import { aDocument, newId } from '@ken/core/testing'
import { migrate, openServer, postgresPorts, type Database } from '@ken/postgres'
import { freshSchema } from '@ken/testing'
import { randomNumbers } from './random-numbers.ts'

const searches = Number(process.env['KEN_BENCH_SEARCHES'] ?? 100_000)
const seed = Number(process.env['KEN_BENCH_SEED'] ?? 20_261_123)
const visibleCount = 4_000
const hiddenCount = 6_000
const batchSize = 500
/** So long that a busy machine changes no answer. */
const searchBudgetMs = 60_000
/** Searches between two changes of the hidden documents. */
const changedAfter = 500

const readers: readonly (readonly Principal[])[] = [
  ['everyone', 'group:own'],
  ['group:own'],
  ['group:few'],
].map((names) => names as Principal[])

/**
 * Whether hidden documents change a response: the same random searches in two databases with the
 * same visible documents. One also has more than as many hidden ones, which are replaced, restricted
 * and removed all the time. Compares whole answers byte by byte, and ends at the first difference.
 * KEN_BENCH_SEARCHES and KEN_BENCH_SEED choose the searches.
 */
export async function hiddenDocuments(): Promise<unknown> {
  const random = randomNumbers(seed)
  const [alone, beside] = [await openWorld(), await openWorld()]
  try {
    await fill(alone, beside, random)
    let found = 0
    for (let number = 0; number < searches; number += 1) {
      if (number % changedAfter === 0) await changeHidden(beside, random)
      const request = someSearch(random)
      const [expected, actual] = await Promise.all([alone.answer(request), beside.answer(request)])
      if (expected !== actual) return { failedAt: number, seed, request, expected, actual }
      found += expected.length > 100 ? 1 : 0
      if (number % 5_000 === 4_999) console.error(`${number + 1} of ${searches} are the same`)
    }
    return { searches, seed, withResults: found, differences: 0 }
  } finally {
    await alone.close()
    await beside.close()
  }
}

type Random = () => number
type World = Awaited<ReturnType<typeof openWorld>>
type Request = ReturnType<typeof someSearch>

async function openWorld() {
  const schema = await freshSchema()
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const database: Database = await openServer({
    url: schema.url,
    poolMax: 4,
    log,
    searchBudgetMs,
  })
  await migrate(database.withoutTimeout)
  const ports = postgresPorts(database, () => ({}) as never)
  const searchLimiter: Ports['searchLimiter'] = { run: async (_, find) => ok(await find()) }
  const userId = newId() as AccountId
  return {
    searchIndex: ports.searchIndex,
    query: database.query,
    importAll: async (documents: readonly Page[]) => {
      for (let first = 0; first < documents.length; first += batchSize) {
        const batch = documents.slice(first, first + batchSize)
        const ids = batch.map(({ id }) => id).values()
        await importDocuments(
          { ...ports, ids: { newId: () => ids.next().value ?? newId() } },
          { actor: operator, documents: batch.map(({ page }) => aDocument(page)) },
        )
      }
    },
    answer: async (request: Request) =>
      JSON.stringify(
        await search(
          { ...ports, searchLimiter, embedder: null },
          { userId, visibility: { principals: request.principals, sources: null }, ...request },
        ),
      ),
    close: async () => {
      await database.close()
      await schema.close()
    },
  }
}

type Page = { readonly id: string; readonly page: Parameters<typeof aDocument>[0] }

const visibleTo = (random: Random): readonly string[] =>
  random() < 0.05 ? ['group:few'] : random() < 0.3 ? ['group:own'] : ['everyone']

function somePage(random: Random, externalId: string, allowed: readonly string[]): Page {
  const words = 10 + Math.floor(random() * 120)
  return {
    id: newId(),
    page: {
      externalId,
      source: random() < 0.3 ? 'ticket' : 'wiki',
      title: sentence(random, 1 + Math.floor(random() * 5)),
      body: sentence(random, words),
      allowed,
    },
  }
}

async function fill(alone: World, beside: World, random: Random): Promise<void> {
  const visible = Array.from({ length: visibleCount }, (_, number) =>
    somePage(random, `visible-${number}`, visibleTo(random)),
  )
  const hidden = Array.from({ length: hiddenCount }, (_, number) =>
    somePage(random, `hidden-${number}`, ['group:other']),
  )
  await alone.importAll(visible)
  const half = hiddenCount / 2
  await beside.importAll(hidden.slice(0, half))
  await beside.importAll(visible)
  await beside.importAll(hidden.slice(half))
  for (const { searchIndex } of [alone, beside]) await searchIndex.indexPending(1, null)
}

/** Replaces some hidden documents by others, restricts some further, and removes some. */
async function changeHidden(beside: World, random: Random): Promise<void> {
  const number = () => Math.floor(random() * hiddenCount)
  await beside.importAll(
    Array.from({ length: 40 }, () =>
      somePage(random, `hidden-${number()}`, [random() < 0.5 ? 'group:other' : 'group:third']),
    ),
  )
  await beside.query(
    'bench_restrict_hidden',
    `update documents set allowed = '{group:other,group:third}' where external_id = any ($1)`,
    [Array.from({ length: 40 }, () => `hidden-${number()}`)],
  )
  await beside.query('bench_remove_hidden', `delete from documents where external_id = any ($1)`, [
    Array.from({ length: 20 }, () => `hidden-${number()}`),
  ])
}

const syllables = 'ba be ko ri mo tu sen lat ver gon pil dar nes ful'.split(' ')
const vocabulary = 6_000

/** About as frequent as natural words: each rank is half as frequent as half its rank. */
function someWord(random: Random): string {
  let rank = Math.floor(vocabulary ** random())
  let word = ''
  do {
    word += syllables[rank % syllables.length]!
    rank = Math.floor(rank / syllables.length)
  } while (rank > 0)
  return word
}

const joints = [' ', ' ', ' ', ' ', ' ', ' ', '. ', '-', '_', '/']

const sentence = (random: Random, words: number): string =>
  Array.from({ length: words }, () => someWord(random) + joints[Math.floor(random() * 10)]).join('')

/** Words, also misspelled, quoted, joined, or of no language; all pages or some sources. */
function someSearch(random: Random) {
  const words = sentence(random, 1 + Math.floor(random() ** 3 * 24)).trim()
  const shape = random()
  const cut = Math.floor(random() * words.length)
  const query =
    shape < 0.1
      ? `"${words}"`
      : shape < 0.25
        ? words.slice(0, cut) + words.slice(cut + 1)
        : shape < 0.28
          ? `${words} 会議 ${String.fromCodePoint(0x21 + Math.floor(random() * 0x2_00_00))}`
          : words
  return {
    query: query.isWellFormed() && query.trim() !== '' ? query : 'ba',
    limit: 1 + Math.floor(random() * 50),
    principals: readers[Math.floor(random() ** 2 * readers.length)]!,
    sources: random() < 0.2 ? ['wiki'] : undefined,
  }
}
