import type { Log } from '@ken/core/ports'
import type { MigrationWatch } from '@ken/composition'
import type { CommonOptions, World } from '../world.ts'
import { outputOf } from './output.ts'
import { slowProgress } from './slow-progress.ts'

/** Shows the creation of a database, a migration that takes long, and the wait for another one. */
export type MigrationProgress = MigrationWatch & { readonly stop: () => Promise<void> }

const patienceMilliseconds = 1_000
const logEveryMilliseconds = 5_000

/** For people: a line or a bar, once it has taken a second. */
export function shownMigrations(world: World, options: CommonOptions): MigrationProgress {
  const progress = slowProgress(world, options, { verb: 'Migrating', noun: 'migrations' })
  const noteWait = () =>
    outputOf(world, options).note('Waiting for another process that migrates the database.')
  let wait: NodeJS.Timeout | undefined
  return {
    creating: () => outputOf(world, options).note('Creating the embedded database.'),
    waiting() {
      wait = setTimeout(noteWait, patienceMilliseconds)
    },
    migrating(done, total) {
      clearTimeout(wait)
      // The rest of the start may take longer.
      if (done === total) void progress.stop()
      else progress.report(done, total)
    },
    async stop() {
      clearTimeout(wait)
      await progress.stop()
    },
  }
}

/** For services: log lines about the wait, every five seconds, and at the end. */
export function loggedMigrations(log: Log): MigrationProgress {
  let [done, total] = [0, 0]
  let timer: NodeJS.Timeout | undefined
  return {
    waiting: () => log.info('database.migration_awaited'),
    migrating(doneNow, totalNow) {
      done = doneNow
      total = totalNow
      if (done < total) {
        timer ??= setInterval(
          () => log.info('database.migrating', { done, total }),
          logEveryMilliseconds,
        )
        return
      }
      clearInterval(timer)
      if (total > 0) log.info('database.migrated', { migrations: total })
    },
    stop: async () => clearInterval(timer),
  }
}
