import type { WorkerRole } from '@ken/worker'
import { CommandFailed } from '../command-failed.ts'
import { settingsOf } from '../connect.ts'
import { loggedMigrations } from '../terminal/migration-progress.ts'
import { runLong, until } from './run-long.ts'
import type { World } from '../world.ts'

/**
 * Runs in the background next to servers until Ctrl-C or SIGTERM. Logs JSON lines on standard
 * error.
 */
export async function runWorker(world: World, role: WorkerRole): Promise<void> {
  const [{ jsonLog }, { startWorker }] = await Promise.all([
    // Without the HTTP API, which a worker does not serve.
    import('@ken/http/json-log'),
    import('@ken/worker'),
  ])
  const { config, warnings } = await settingsOf(world)
  if (config.databaseUrl === null) {
    const hint = 'On the embedded database, ken start does this itself.'
    throw new CommandFailed(
      `ken ${role} works next to ken http on a PostgreSQL server: set KEN_DATABASE_URL. ${hint}`,
    )
  }
  const log = jsonLog({ stream: world.stderr, level: config.logLevel })
  for (const warning of warnings) log.warn('config.warning', { warning })
  await runLong(world, {
    config,
    log,
    role,
    migrations: loggedMigrations(log),
    work: async (ken, signal) => {
      const { close } = await startWorker({ ken, roles: [role] })
      log.info(`${role}.started`)
      await until(signal)
      await close()
    },
    stopping: () => log.info(`${role}.stopping`),
  })
}
