import { importDocuments, operator, type DocumentInput } from '@ken/core'
import type { DocumentId, Principal } from '@ken/core/ports'
import { aDocument, newId } from '@ken/core/testing'
import { expect, test, vi } from 'vitest'
import { postgresPorts } from '../index.ts'
import { noJobs } from '../testing/no-jobs.ts'
import { connectionTo, migratedDatabase, openFor } from '../testing/server-world.ts'
import { passagesOf } from './postgres-search-index-writer.ts'
import { passagesPerStatement } from './restrict-passages.ts'

/** A document with this many passages, each with the word `toner`. */
const pageOf = (externalId: string, passages: number, fields: Partial<DocumentInput> = {}) =>
  aDocument({
    externalId,
    body: Array.from({ length: passages }, (_, number) => `# ${number}\n\nToner.`).join('\n\n'),
    ...fields,
  })

/** A database that notes how many passages each statement writes to the index. */
async function notedWorld() {
  const { url } = await migratedDatabase()
  const [database, client] = [await openFor(url), await connectionTo(url)]
  await client.query(`
    create table noted (act text, passages int);
    create function note_passages() returns trigger language plpgsql as $$
    begin
      insert into noted select tg_op, count(*) from new_rows having count(*) > 0;
      return null;
    end
    $$;
    create trigger note_inserts after insert on passage_terms referencing new table as new_rows
      for each statement execute function note_passages();
    create trigger note_updates after update on passage_terms referencing new table as new_rows
      for each statement execute function note_passages();
  `)
  const ports = { ...postgresPorts(database, noJobs), ids: { newId } }
  const store = (...documents: readonly DocumentInput[]) =>
    importDocuments(ports, { actor: operator, documents })
  const noted = async (act: 'INSERT' | 'UPDATE') => {
    const { rows } = await client.query<{ passages: number }>(
      'with read as (delete from noted returning *) select passages from read where act = $1',
      [act],
    )
    return rows.map(({ passages }) => passages)
  }
  const find = async (principal: string) => {
    const visibility = { principals: [principal as Principal], sources: null }
    const found = await ports.searchIndex.searchText('toner', visibility, 50)
    return found.length
  }
  return { ...ports, client, store, noted, find }
}

test('R6 restricts passages in statements of a bounded size, and only those that others may see now', async () => {
  const { client, store, noted, find } = await notedWorld()
  const [large, small] = [passagesPerStatement * 2 + 1, 10]
  const page = (allowed: readonly string[], fields: Partial<DocumentInput> = {}) => [
    pageOf('large', large, { allowed, ...fields }),
    ...['a', 'b', 'c'].map((name) => pageOf(name, small, { allowed, ...fields })),
    pageOf('same', small),
  ]
  await store(...page(['everyone']))
  await noted('INSERT')
  await store(...page(['group:it']))
  const written = await noted('UPDATE')
  expect(written.reduce((sum, count) => sum + count, 0)).toBe(large + 3 * small)
  expect(Math.max(...written)).toBeLessThanOrEqual(passagesPerStatement)
  expect(written.length).toBeLessThanOrEqual(4)
  expect([await find('everyone'), await find('group:it')]).toEqual([1, 4])
  const { rows } = await client.query(`
    select document_id from passage_terms as passage join documents on id = document_id
    where access <> ken_access(source, allowed, level)`)
  expect(rows).toEqual([])

  await store(...page(['group:it'], { updatedAt: new Date('2026-11-01') }))
  expect(await noted('UPDATE')).toEqual([])
  await store(...page(['group:hr'], { title: 'Other' }))
  expect(await noted('UPDATE')).toEqual([])
  expect([await find('everyone'), await find('group:it'), await find('group:hr')]).toEqual([
    1, 0, 4,
  ])
})

test('restricts passages at once if a document is changed by hand', async () => {
  const { client, store, find } = await notedWorld()
  await store(pageOf('a', 3))
  await client.query(`update documents set allowed = '{group:it}'`)
  expect([await find('everyone'), await find('group:it')]).toEqual([0, 1])
})

test('adds and analyzes passages in statements of a bounded size', async () => {
  const { client, store, noted, find, searchIndex } = await notedWorld()
  const count = passagesPerStatement + 1
  const inParts = [passagesPerStatement, 1]
  await store(pageOf('large', count))
  expect(await noted('INSERT')).toEqual(inParts)
  await client.query(`update passage_terms set terms = '{1}', impacts = '\\x64'`)
  await noted('UPDATE')
  await searchIndex.reindex(50)
  expect(await noted('UPDATE')).toEqual(inParts)
  await client.query('update search_state set complete = false')
  await client.query('delete from passage_terms')
  await searchIndex.indexPending(50, null)
  expect(await noted('INSERT')).toEqual(inParts)
  await searchIndex.indexPending(50, null)
  expect(await find('everyone')).toBe(1)
})

test('adds and analyzes few documents at a time if they are long', async () => {
  const { client, store, searchIndex } = await notedWorld()
  await store(...Array.from({ length: 5 }, (_, number) => pageOf(String(number), 1)))
  await client.query(`update documents set body = repeat('long ', 300_000)`)
  for (const reindexed of [2, 4, 5])
    expect(await searchIndex.reindex(50)).toMatchObject({ reindexed, isComplete: false })
  expect(await searchIndex.reindex(50)).toMatchObject({ reindexed: 5, isComplete: true })

  await client.query('update search_state set complete = false')
  await client.query('delete from passage_terms')
  let last = null
  for (const indexed of [2, 4, 5]) {
    last = await searchIndex.indexPending(50, last)
    expect(await searchIndex.indexProgress()).toMatchObject({ indexed })
  }
  expect(await searchIndex.indexPending(50, last)).toBeNull()
})

test('analyzes passages when their statement is next', async () => {
  const analyzed: string[] = []
  const documents = ['a', 'b', 'c'].map((name) => ({
    id: newId() as DocumentId,
    externalId: name,
    title: name,
    get chunks() {
      analyzed.push(name)
      return Array.from({ length: passagesPerStatement }, () => ({ heading: '', text: 'Toner.' }))
    },
  }))
  for await (const part of passagesOf(documents)) {
    expect(part).toHaveLength(passagesPerStatement)
    expect(analyzed).toHaveLength(documents.findIndex(({ id }) => id === part[0]!.documentId) + 1)
  }
  expect(analyzed).toEqual(['a', 'b', 'c'])
})

test('writes what is analyzed so far before the server ends the waiting transaction', async () => {
  const chunks = Array.from({ length: 30 }, () => ({ heading: '', text: 'Toner.' }))
  const documents = [{ id: newId() as DocumentId, externalId: 'a', title: 'A', chunks }]
  // Other work of the process takes most of its time.
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 500))
  const parts: number[] = []
  for await (const part of passagesOf(documents)) parts.push(part.length)
  clock.mockRestore()
  expect(Math.max(...parts)).toBeLessThan(10)
  expect(parts.reduce((sum, count) => sum + count, 0)).toBe(chunks.length)
})
