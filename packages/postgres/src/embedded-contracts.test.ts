import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseContracts } from './testing/database-contracts.ts'
import { silentLog } from './testing/silent-log.ts'
import { openEmbedded } from './open-embedded.ts'

databaseContracts('PGlite', { races: false, vectors: true }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ken-'))
  const database = await openEmbedded({ directory, log: silentLog })
  return {
    ...database,
    close: async () => {
      await database.close()
      rmSync(directory, { recursive: true })
    },
  }
})
