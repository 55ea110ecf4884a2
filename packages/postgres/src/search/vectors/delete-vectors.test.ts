import { importDocuments, operator } from '@ken/core'
import { aDocument, newId } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { postgresPorts } from '../../index.ts'
import { migrate } from '../../migrate.ts'
import { noJobs } from '../../testing/no-jobs.ts'
import { connectionTo, emptyDatabase, openFor } from '../../testing/server-world.ts'

const waiting = `
select count(*)::int as count from pg_stat_activity
where datname = current_database() and wait_event_type = 'Lock'`

/** Two documents with a vector each. As with pgvector, but for the type of the vectors: no search compares them. */
async function twoVectors() {
  const url = await emptyDatabase()
  const client = await connectionTo(url)
  await client.query('create domain vector as text')
  const database = await openFor(url)
  await migrate(database.withoutTimeout)
  const ports = { ...postgresPorts(database, noJobs), ids: { newId } }
  await importDocuments(ports, {
    actor: operator,
    documents: ['a', 'b'].map((externalId) => aDocument({ externalId })),
  })
  const { searchIndex } = ports
  const chunks = await searchIndex.claimUnembedded('model', 10, null)
  const embeddings = chunks.map((chunk) => ({ ...chunk, embedding: [1, 0] }))
  await searchIndex.storeEmbeddings('model', embeddings)
  const [first, second] = chunks.map(({ documentId }) => documentId)
  return { client, searchIndex, first: first!, second: second! }
}

it('waits for the documents of an import before it locks a vector, so that they never deadlock', async () => {
  const { client, searchIndex, first, second } = await twoVectors()
  const replace = (id: string) =>
    client.query('delete from document_chunks where document_id = $1', [id])
  await client.query('begin')
  await client.query('select from documents for update')
  await replace(second)
  const deleted = searchIndex.deleteVectors('model', 10, null)
  await expect.poll(async () => (await client.query(waiting)).rows).toEqual([{ count: 1 }])
  await replace(first)
  await client.query('commit')
  expect(await deleted).toHaveLength(2)
})
