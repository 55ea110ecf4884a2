import { importDocuments, operator } from '@ken/core'
import type { Principal } from '@ken/core/ports'
import { aDocument, newId } from '@ken/core/testing'
import { expect, test } from 'vitest'
import { postgresPorts, type Database } from '../index.ts'
import { connectionTo, migratedDatabase, openFor } from '../testing/server-world.ts'
import { noJobs } from '../testing/no-jobs.ts'

/** What a query finds of a document that these statements change before its other passages are read by `reading`. */
async function foundWhile(reading: string, query: string, statements: readonly string[]) {
  const { url } = await migratedDatabase()
  const [database, client] = [await openFor(url), await connectionTo(url)]
  const asked: string[] = []
  const searchQuery: Database['searchQuery'] = async (name, ...statement) => {
    asked.push(name)
    if (name === reading) for (const each of statements) await client.query(each)
    return database.searchQuery(name, ...statement)
  }
  const ports = { ...postgresPorts({ ...database, searchQuery }, noJobs), ids: { newId } }
  await importDocuments(ports, {
    actor: operator,
    documents: [aDocument({ title: 'Toner', body: 'It is in the cellar.' })],
  })
  const visibility = { principals: ['everyone' as Principal], sources: null }
  const found = await ports.searchIndex.searchText(query, visibility, 10)
  expect(asked).toContain(reading)
  return found
}

test.for([
  ['read_passages', 'toner'],
  ['find_phrases', '"cellar toner"'],
])(
  'R6 quotes nothing of a document that is replaced and restricted before %s',
  async ([reading, query]) => {
    const found = await foundWhile(reading!, query!, [
      `update documents set allowed = '{group:other}'`,
      `update document_chunks set body = 'The secret cellar toner.'`,
    ])
    expect(found.map(({ snippet }) => snippet)).toEqual(['It is in the cellar.'])
  },
)

test('returns one version of a document that is replaced while it is searched', async () => {
  const found = await foundWhile('read_passages', 'toner', [
    `begin`,
    `update documents set title = 'Ink', url = 'https://x.test/ink', updated_at = '2026-03-01T00:00:00Z'`,
    `update document_chunks set body = 'Ink and toner.'`,
    `commit`,
  ])
  expect(found).toMatchObject([
    {
      title: 'Ink',
      url: 'https://x.test/ink',
      snippet: 'Ink and toner.',
      updatedAt: new Date('2026-03-01T00:00:00Z'),
    },
  ])
})
