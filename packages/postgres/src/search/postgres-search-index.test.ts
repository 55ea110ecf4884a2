import { importDocuments, operator } from '@ken/core'
import type { Principal } from '@ken/core/ports'
import { aDocument, newId } from '@ken/core/testing'
import { expect, test } from 'vitest'
import { postgresPorts, type Database } from '../index.ts'
import { connectionTo, migratedDatabase, openFor } from '../testing/server-world.ts'
import { noJobs } from '../testing/no-jobs.ts'

test('R6 quotes nothing of a document that is replaced and restricted while it is searched', async () => {
  const { url } = await migratedDatabase()
  const [database, client] = [await openFor(url), await connectionTo(url)]
  const asked: string[] = []
  const searchQuery: Database['searchQuery'] = async (name, ...statement) => {
    asked.push(name)
    if (name === 'read_passages') {
      await client.query(`update documents set allowed = '{group:other}'`)
      await client.query(`update document_chunks set body = 'The secret toner.'`)
    }
    return database.searchQuery(name, ...statement)
  }
  const ports = { ...postgresPorts({ ...database, searchQuery }, noJobs), ids: { newId } }
  await importDocuments(ports, {
    actor: operator,
    documents: [aDocument({ title: 'Toner', body: 'It is in the cellar.' })],
  })
  const visibility = { principals: ['everyone' as Principal], sources: null }
  const found = await ports.searchIndex.searchText('toner', visibility, 10)
  expect(asked).toContain('read_passages')
  expect(found.map(({ snippet }) => snippet)).toEqual(['It is in the cellar.'])
})
