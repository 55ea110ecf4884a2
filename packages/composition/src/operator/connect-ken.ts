import { DirectoryInUse, type MigrationWatch } from '@ken/postgres'
import { isSetUp, Unavailable } from '@ken/core'
import type { Log } from '@ken/core/ports'
import { composeKen } from '../compose-ken.ts'
import type { Config } from '../config/config.ts'
import type { Ken } from '../ken.ts'
import { operatorSocketPath, runAtServer } from './operator-socket.ts'
import { runHere, type Run } from './operator-use-cases.ts'

/** What a command works with: Ken in this process, or the server that owns the data directory. */
export type KenConnection = {
  readonly run: Run
  /** Null if a server does the work; for tasks that need their own process. */
  readonly own: Ken | null
  readonly close: () => Promise<void>
}

export type ConnectOptions = {
  readonly log: Log
  /** See `composeKen`. */
  readonly mayCreate: boolean
  /** See `composeKen`. */
  readonly migrationWatch?: MigrationWatch
  /** How long to wait for another command or for a starting server. */
  readonly patienceMs?: number
  /** How long a server that accepts the connection may take to respond. */
  readonly respondMs?: number
}

const retryMs = 100

/**
 * Connects a command. If a server has the embedded database open, the command runs in that server;
 * if another command has it open, this one waits. Throws `Unavailable` if the server does not
 * respond, for instance because it is suspended.
 */
export async function connectKen(
  config: Config,
  { patienceMs = 10_000, respondMs = 30_000, ...options }: ConnectOptions,
): Promise<KenConnection> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      const ken = await composeKen(config, { ...options, role: 'command' })
      return { run: runHere(ken.ports), own: ken, close: ken.close }
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error
      const path = operatorSocketPath(config.dataDirectory)
      const late = AbortSignal.timeout(respondMs)
      if (await isResponding(runAtServer(path, late)))
        return { run: runAtServer(path), own: null, close: async () => {} }
      if (late.aborted) throw notResponding(config)
      if (performance.now() > deadline) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

const notResponding = ({ dataDirectory }: Config) =>
  new Unavailable(
    'server',
    `The Ken that runs on ${dataDirectory} does not respond. If it is suspended, continue it. If it is busy, wait: the index of more than 30,000 passages for semantic search takes it minutes. Otherwise restart it. Then run the command again.`,
  )

/** Whether a server responds, instead of starting or stopping. */
async function isResponding(run: Run): Promise<boolean> {
  try {
    await run(isSetUp, undefined)
    return true
  } catch (error) {
    if (error instanceof Unavailable || (error instanceof Error && 'code' in error)) return false
    throw error
  }
}
