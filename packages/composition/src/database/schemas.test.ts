import { openServer } from '@ken/postgres'
import { recordingLog } from '@ken/core/testing'
import { freshDatabase, freshSchema } from '@ken/testing'
import { expect, it, onTestFinished } from 'vitest'
import { schemasOf } from './schemas.ts'

async function schemasAt({
  url,
  close,
}: {
  readonly url: string
  readonly close: () => Promise<void>
}) {
  onTestFinished(close)
  const database = await openServer({ url, poolMax: 1, log: recordingLog() })
  onTestFinished(() => database.close())
  return schemasOf(database)
}

it('names the schema of the queue after that of the tables, so that two installations share no jobs', async () => {
  const schema = await freshSchema()
  expect(await schemasAt(schema)).toEqual({
    tables: schema.schema,
    queue: `${schema.schema}_jobs`,
  })
})

it('has the usual name of the queue beside tables in the schema public', async () => {
  expect(await schemasAt(await freshDatabase())).toEqual({ tables: 'public', queue: 'pgboss' })
})
