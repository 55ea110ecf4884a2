import { importDocuments, operator } from '@ken/core'
import type { Principal } from '@ken/core/ports'
import { aDocument, newId } from '@ken/core/testing'
import { expect, test } from 'vitest'
import { postgresPorts } from '../index.ts'
import { noJobs } from '../testing/no-jobs.ts'
import { connectionTo, migratedDatabase, openFor } from '../testing/server-world.ts'

/** A database whose ten documents were analyzed otherwise: as if each had no word but `other`. */
async function otherwiseAnalyzed() {
  const { url } = await migratedDatabase()
  const [database, client] = [await openFor(url), await connectionTo(url)]
  const ports = { ...postgresPorts(database, noJobs), ids: { newId } }
  await importDocuments(ports, {
    actor: operator,
    documents: Array.from({ length: 10 }, (_, number) =>
      aDocument({ externalId: `page-${number}`, body: 'The printer is in the cellar.' }),
    ),
  })
  const stored = async () =>
    (
      await client.query<{ row: string }>(
        'select passage_terms::text as row from passage_terms order by document_id',
      )
    ).rows.map(({ row }) => row)
  const rows = await stored()
  await client.query(`update passage_terms set terms = '{1}', impacts = '\\x64'`)
  const { rows: ids } = await client.query<{ id: string }>('select id from documents order by id')
  const find = async () => {
    const visibility = { principals: ['everyone' as Principal], sources: null }
    return (await ports.searchIndex.searchText('printer', visibility, 50)).length
  }
  return { ...ports, client, url, stored, rows, find, ids: ids.map(({ id }) => id) }
}

test('writes what the analysis changed, and nothing else', async () => {
  const { searchIndex, client, find, stored, rows } = await otherwiseAnalyzed()
  expect(await find()).toBe(0)
  await searchIndex.reindex(4)
  expect(await find()).toBe(4)
  await searchIndex.reindex(50)
  expect(await searchIndex.reindex(50)).toMatchObject({ isComplete: true })
  expect(await stored()).toEqual(rows)
  const places = async () =>
    (await client.query('select ctid, xmin from passage_terms order by document_id')).rows
  const before = await places()
  await searchIndex.reindex(50)
  expect(await places()).toEqual(before)
})

test('stops before a document that an import is replacing, and does not wait for it', async () => {
  const { searchIndex, client, ids, find } = await otherwiseAnalyzed()
  await client.query('begin')
  await client.query('update documents set title = title where id = $1', [ids[6]])
  expect(await searchIndex.reindex(50)).toMatchObject({ reindexed: 6, isComplete: false })
  await client.query('commit')
  expect(await searchIndex.reindex(50)).toMatchObject({ reindexed: 10, isComplete: false })
  expect(await find()).toBe(10)
})

test('lets several processes do it together, each document once', async () => {
  const { searchIndex, find } = await otherwiseAnalyzed()
  const states = await Promise.all(Array.from({ length: 6 }, () => searchIndex.reindex(2)))
  expect(states.map(({ reindexed }) => reindexed).toSorted((left, right) => left - right)).toEqual([
    2, 4, 6, 8, 10, 10,
  ])
  expect(states.filter(({ isComplete }) => isComplete)).toHaveLength(1)
  expect(await find()).toBe(10)
})
