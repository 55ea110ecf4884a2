import { freshSchema } from '@ken/testing'
import { databaseContracts } from './testing/database-contracts.ts'
import { silentLog } from './testing/silent-log.ts'
import { openServer } from './open-server.ts'

databaseContracts('PostgreSQL server', { races: true, vectors: false }, async () => {
  const schema = await freshSchema()
  const database = await openServer({ url: schema.url, poolMax: 20, log: silentLog })
  return {
    ...database,
    close: async () => {
      await database.close()
      await schema.close()
    },
  }
})
