import type { Command } from 'commander'
import { settingsOf } from '../connect.ts'
import { serve } from '../process/serve.ts'
import { loggedMigrations } from '../terminal/migration-progress.ts'
import type { World } from '../world.ts'

/**
 * `ken http`: the server of `ken start` for service managers. Logs JSON lines on standard error.
 */
export function httpCommand(command: Command, world: World): void {
  command
    .addHelpText('after', '\nExample:\n  KEN_DATABASE_URL=… KEN_REDIS_URL=… KEN_SECRETS=… ken http')
    .action(async () => {
      const { jsonLog } = await import('@ken/http')
      const { config, warnings } = await settingsOf(world)
      const log = jsonLog({ stream: world.stderr, level: config.logLevel })
      for (const warning of warnings) log.warn('config.warning', { warning })
      await serve(world, {
        config,
        log,
        roles: [],
        migrations: loggedMigrations(log),
        prepare: () => world.prepareConsole((line) => log.info('console.built', { line })),
        ready: async (_, { url, address }) => log.info('http.listening', { url, address }),
        stopping: () => log.info('http.stopping'),
      })
    })
}
