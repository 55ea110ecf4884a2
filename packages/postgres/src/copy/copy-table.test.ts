import { recordingLog } from '@ken/core/testing'
import { freshDatabase } from '@ken/testing'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openServer } from '../open/server/open-server.ts'
import { copyTable } from './copy-table.ts'
import { sizeOf } from './size-of.ts'
import type { CopiedTable } from './tables-of.ts'

const pages: CopiedTable = {
  key: 'ken.pages',
  schema: 'public',
  name: 'pages',
  columns: [
    { name: 'id', isText: false },
    { name: 'body', isText: true },
  ],
  ownReferences: [],
  numbered: null,
  hasTriggers: false,
}
const copies: CopiedTable = { ...pages, key: 'ken.copies', name: 'copies' }

it('copies small rows in large parts, also if the table has a large row', async () => {
  const { url, close } = await freshDatabase()
  onTestFinished(close)
  const database = await openServer({ url, poolMax: 1, log: recordingLog() })
  onTestFinished(database.close)
  await database.withoutTimeout.transaction().execute(async (transaction) => {
    await sql`create table pages (id int, body text)`.execute(transaction)
    await sql`create table copies (id int, body text)`.execute(transaction)
    await sql`insert into pages select i, 'page ' || i from generate_series(1, 1000) as i`.execute(
      transaction,
    )
    await sql`insert into pages values (0, repeat('x', 2000000)), (-1, null)`.execute(transaction)
    const size = await sizeOf(transaction, pages)
    const parts: number[] = []
    const pair = { from: pages, to: copies }
    for await (const rows of copyTable({ from: transaction, to: transaction, pair, size }))
      parts.push(rows)
    expect([size.rows, parts]).toEqual([1_002, [1_001, 1]])
    const missing = await sql`table pages except table copies`.execute(transaction)
    expect(missing.rows).toEqual([])
  })
})
