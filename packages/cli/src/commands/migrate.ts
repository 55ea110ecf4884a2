import type { Command } from 'commander'
import { withMigratedKen } from '../connect.ts'
import type { CommonOptions, World } from '../world.ts'

/**
 * `ken migrate`: creates or migrates the database for this version of Ken. Several may run
 * concurrently.
 */
export function migrateCommand(command: Command, world: World): void {
  command
    .addHelpText('after', '\nExample:\n  KEN_DATABASE_URL=postgres://ken@db/ken ken migrate')
    .action((options: CommonOptions) =>
      // Connecting migrates; a server that has the embedded database migrated it when it started.
      withMigratedKen(world, options, async ({ own }, out) => {
        const { applied, hasPreparedQueue } = own ?? { applied: [], hasPreparedQueue: false }
        const done = [
          ...applied.map((name) => `Applied ${name}.`),
          ...(hasPreparedQueue ? ['Prepared the queue.'] : []),
        ]
        out.result(
          { applied, prepared_queue: hasPreparedQueue },
          done.length === 0 ? ['The database is up to date.'] : done,
        )
      }),
    )
}
