import { databaseContracts } from './testing/database-contracts.ts'
import { migratedDirectory } from './testing/migrated-directory.ts'
import { silentLog } from './testing/silent-log.ts'
import { openEmbedded } from './open/embedded/open-embedded.ts'

databaseContracts('PGlite', { races: false, vectors: true }, async () => {
  const directory = await migratedDirectory()
  const database = await openEmbedded({ directory: directory.path, log: silentLog })
  return {
    ...database,
    close: async () => {
      await database.close()
      directory.remove()
    },
  }
})
