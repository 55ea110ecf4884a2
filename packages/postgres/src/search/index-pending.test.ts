import { importDocuments, operator } from '@ken/core'
import type { DocumentId, Principal } from '@ken/core/ports'
import { aDocument, newId } from '@ken/core/testing'
import { expect, test } from 'vitest'
import { postgresPorts } from '../index.ts'
import { connectionTo, migratedDatabase, openFor } from '../testing/server-world.ts'
import { noJobs } from '../testing/no-jobs.ts'

/** A database whose documents were stored by a version without the index. */
async function earlierWorld(documents: number) {
  const { url } = await migratedDatabase()
  const [database, client] = [await openFor(url), await connectionTo(url)]
  await client.query('update search_state set complete = false')
  const ports = { ...postgresPorts(database, noJobs), ids: { newId } }
  const store = (numbers: readonly number[], body: string) =>
    importDocuments(ports, {
      actor: operator,
      documents: numbers.map((number) =>
        aDocument({ externalId: `page-${number}`, title: `Page ${number}`, body }),
      ),
    })
  await store([...Array(documents).keys()], 'The printer is in the cellar.')
  await client.query('delete from passage_terms')
  const find = async (query: string) => {
    const visibility = { principals: ['everyone' as Principal], sources: null }
    const found = await ports.searchIndex.searchText(query, visibility, 50)
    return found.map(({ title }) => title).toSorted()
  }
  return { ...ports, url, client, store, find }
}

/** Adds batches until none is left, as often as it takes. */
async function indexAll({ searchIndex }: Awaited<ReturnType<typeof earlierWorld>>) {
  let last: DocumentId | null = null
  for (;;) {
    const next: DocumentId | null = await searchIndex.indexPending(4, last)
    if (next === null && last === null) return
    last = next
  }
}

test('finds every document before, between and after the batches', async () => {
  const world = await earlierWorld(10)
  const { searchIndex, find, client } = world
  const all = await find('printer')
  expect(all).toHaveLength(10)
  expect(await searchIndex.indexProgress()).toMatchObject({ indexed: 0, documents: 10 })
  const last = await searchIndex.indexPending(4, null)
  expect(await searchIndex.indexProgress()).toMatchObject({ indexed: 4, documents: 10 })
  expect(await find('printer')).toEqual(all)
  expect(last).not.toBeNull()
  // A crash forgets where it was.
  await indexAll(world)
  expect(await searchIndex.indexProgress()).toMatchObject({ indexed: 10, documents: 10 })
  expect((await client.query('select complete from search_state')).rows).toEqual([
    { complete: true },
  ])
  expect(await find('printer')).toEqual(all)
})

test('finds what is stored and removed meanwhile, in the old index and in the new one', async () => {
  const world = await earlierWorld(10)
  await world.searchIndex.indexPending(4, null)
  await world.store([3, 10, 11], 'The scanner is in the attic.')
  const scanners = ['Page 10', 'Page 11', 'Page 3']
  expect(await world.find('scanner')).toEqual(scanners)
  expect(await world.find('printer')).toHaveLength(9)
  await indexAll(world)
  expect(await world.find('scanner')).toEqual(scanners)
  expect(await world.find('printer')).toHaveLength(9)
})

test('lets several add them at once, each document by one', async () => {
  const world = await earlierWorld(60)
  await Promise.all([
    ...Array.from({ length: 8 }, () => indexAll(world)),
    world.store([1, 2, 3], 'The scanner is in the attic.'),
  ])
  await indexAll(world)
  const { rows } = await world.client.query('select document_id from passage_terms')
  expect(rows).toHaveLength(60)
  expect(await world.find('scanner')).toHaveLength(3)
  expect(await world.find('printer')).toHaveLength(50)
})
