import { freshSchema } from '@ken/testing'
import type { Query } from './database.ts'
import { databaseContracts } from './testing/database-contracts.ts'
import { silentLog } from './testing/silent-log.ts'
import { openServer } from './open/server/open-server.ts'

/** Connections of this file only, by application name. */
const waiting = `
select count(*)::int as count from pg_stat_activity
where application_name = current_setting('application_name') and wait_event_type = 'Lock'
`
let query: Query
const countWaiting = async () => (await query<{ count: number }>('waiting', waiting, []))[0]!.count

databaseContracts('PostgreSQL server', { races: true, vectors: false, countWaiting }, async () => {
  const schema = await freshSchema()
  const url = `${schema.url}&application_name=${schema.schema}`
  const database = await openServer({ url, poolMax: 20, log: silentLog })
  query = database.query
  return {
    ...database,
    close: async () => {
      await database.close()
      await schema.close()
    },
  }
})
