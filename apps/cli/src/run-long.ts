import type { ComposeOptions, Config, Ken } from '@ken/composition'
import type { Log } from '@ken/core/ports'
import { once } from 'node:events'
import { untilInterrupted } from './until-interrupted.ts'
import type { World } from './world.ts'

/** What runs until it is told to end. */
export type LongRun = {
  readonly config: Config
  readonly log: Log
  readonly role: ComposeOptions['role']
  /** Lasts until the signal comes, and then ends in its own time. */
  readonly work: (ken: Ken, signal: AbortSignal) => Promise<void>
  /** Called at the first Ctrl-C or SIGTERM. */
  readonly stopping: () => void
}

/** Puts Ken together and runs something on it until Ctrl-C or SIGTERM, then gives everything back. */
export async function runLong(world: World, { config, log, role, work, stopping }: LongRun): Promise<void> {
  const { composeKen } = await import('@ken/composition')
  const crash = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    log.error('process.failed', { reason, stack: error instanceof Error ? (error.stack ?? null) : null })
    world.exit(1)
  }
  world.process.on('uncaughtException', crash)
  using interrupted = untilInterrupted(world, stopping)

  const ken = await composeKen(config, { log, role })
  try {
    await work(ken, interrupted.signal)
  } finally {
    await ken.close()
    world.process.off('uncaughtException', crash)
  }
}

/** Waits for the signal, if it has not come. */
export const until = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort')
}
