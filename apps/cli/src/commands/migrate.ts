import type { Command } from 'commander'
import { withKen } from '../connect.ts'
import type { CommonOptions, World } from '../world.ts'

/** `ken migrate`: brings the database to this version of Ken; any number may run at once. */
export function migrateCommand(command: Command, world: World): void {
  command
    .addHelpText('after', '\nExample:\n  KEN_DATABASE_URL=postgres://ken@db/ken ken migrate')
    .action((options: CommonOptions) =>
      // Connecting migrates; a server that has the embedded database migrated it when it started.
      withKen(world, options, async ({ own }, out) => {
        const applied = own?.applied ?? []
        out.result(
          { applied },
          applied.length === 0 ? ['The database is up to date.'] : applied.map((name) => `Applied ${name}.`),
        )
      }),
    )
}
