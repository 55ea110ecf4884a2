import type { ComposeOptions, Config, Ken } from '@ken/composition'
import type { Log } from '@ken/core/ports'
import { once } from 'node:events'
import type { MigrationProgress } from '../terminal/migration-progress.ts'
import { untilInterrupted } from './until-interrupted.ts'
import type { World } from '../world.ts'

/** A program that runs until it is stopped. */
export type LongRun = {
  readonly config: Config
  readonly log: Log
  readonly role: ComposeOptions['role']
  readonly migrations: MigrationProgress
  /** Runs until the signal aborts, and then finishes. */
  readonly work: (ken: Ken, signal: AbortSignal) => Promise<void>
  /** Called at the first Ctrl-C or SIGTERM. */
  readonly stopping: () => void
}

/**
 * Composes Ken and runs work on it until Ctrl-C or SIGTERM, then closes everything. During the
 * start, which may wait for long, they end it at once.
 */
export async function runLong(
  world: World,
  { config, log, role, migrations, work, stopping }: LongRun,
): Promise<void> {
  const { composeKen } = await import('@ken/composition')
  const crash = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    log.error('process.failed', {
      reason,
      stack: error instanceof Error ? (error.stack ?? null) : null,
    })
    world.exit(1)
  }
  world.process.on('uncaughtException', crash)
  using interrupted = untilInterrupted(world, stopping)

  try {
    const starting = composeKen(config, { log, role, migrationWatch: migrations })
    const ken = await Promise.race([starting, until(interrupted.signal)])
    await migrations.stop()
    // The program ends, and with it the connections: nothing of an unfinished migration stays.
    if (ken === undefined) return void starting.catch(() => {})
    try {
      await work(ken, interrupted.signal)
    } finally {
      await ken.close()
    }
  } finally {
    await migrations.stop()
    world.process.off('uncaughtException', crash)
  }
}

/** Resolves when the signal aborts, or immediately if it has. */
export const until = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort')
}
