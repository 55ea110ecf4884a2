import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrations } from '../migrations/index.ts'
import { migratedDatabase, openFor } from '../testing/server-world.ts'
import { readersSql } from './readers.ts'

async function aWorld() {
  const { url } = await migratedDatabase()
  const database = await openFor(url)
  const run = (text: string) => sql.raw(text).execute(database.withoutTimeout)
  const readers = async (principals: readonly string[], sources: readonly string[] | null) => {
    const text = `select array(select unnest(${readersSql('$1', '$2')}) order by 1) as readers`
    const [row] = await database.query<{ readers: string[] }>('readers', text, [
      principals,
      sources,
    ])
    return row!.readers
  }
  return { database, run, readers }
}

const someDocuments = `
  insert into documents (id, source, external_id, title, url, body, allowed)
  select md5('d' || n)::uuid, case when n <= 3 then 'wiki' else 'ticket' end, n::text, 'Title', 'https://example.com/', '',
    case n when 1 then '{everyone}' when 2 then '{group:it,everyone}' else '{group:hr}' end::text[]
  from generate_series(1, 5) as n`
const own = ['everyone', 'group:it', 'group:hr', 'group:none']

it('are the principals, or the pairs of source and principal that documents have', async () => {
  const { run, readers } = await aWorld()
  await run(someDocuments)
  expect(await readers(own, null)).toEqual(own.toSorted())
  expect(await readers(own, ['wiki', 'ticket', 'other'])).toEqual([
    'ticket group:hr',
    'wiki everyone',
    'wiki group:hr',
    'wiki group:it',
  ])
  expect(await readers(['everyone'], ['ticket'])).toEqual([])
})

it('include what a change of permissions or of the source adds', async () => {
  const { run, readers } = await aWorld()
  await run(someDocuments)
  await run(`update documents set allowed = '{everyone}' where external_id = '4'`)
  await run(`update documents set source = 'mail' where external_id = '2'`)
  expect(await readers(own, ['ticket', 'mail'])).toEqual([
    'mail everyone',
    'mail group:it',
    'ticket everyone',
    'ticket group:hr',
  ])
})

it('include documents that an earlier version stored', async () => {
  const { database, run, readers } = await aWorld()
  await run('drop table source_principals')
  await run('drop function ken_note_principals cascade')
  await run(someDocuments)
  await migrations['0066-note-principals']!.up(database.withoutTimeout)
  expect(await readers(own, ['wiki'])).toEqual(['wiki everyone', 'wiki group:hr', 'wiki group:it'])
})
