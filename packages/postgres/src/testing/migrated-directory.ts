import { filledDirectory, type TemporaryDirectory } from '@ken/testing'
import { migrate } from '../migrate.ts'
import { openEmbedded } from '../open/embedded/open-embedded.ts'
import { silentLog } from './silent-log.ts'

/**
 * The directory of an embedded database with all tables, which no process has open. Creating one takes seconds of processor
 * time, so a run creates one and copies it.
 */
export const migratedDirectory = (): Promise<TemporaryDirectory> =>
  filledDirectory('migrated', async (directory) => {
    const database = await openEmbedded({ directory, log: silentLog })
    await migrate(database.withoutTimeout)
    await database.close()
  })
