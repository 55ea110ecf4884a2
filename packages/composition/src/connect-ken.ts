import { DirectoryInUse } from '@ken/postgres'
import { isSetUp, Unavailable } from '@ken/core'
import type { Log } from '@ken/core/ports'
import { composeKen } from './compose-ken.ts'
import type { Config } from './config.ts'
import type { Ken } from './ken.ts'
import { operatorSocketPath, runAtServer, type Run } from './operator-socket.ts'

/** What a command works on: Ken composed in this process, or the server that runs on the same data directory. */
export type KenConnection = {
  readonly run: Run
  /** Null while a server does the work: it has what only one process can have. */
  readonly own: Ken | null
  readonly close: () => Promise<void>
}

export type ConnectOptions = {
  readonly log: Log
  /** See `composeKen`. */
  readonly mayCreate: boolean
  /** How long to wait for another command, or for a server that starts. */
  readonly patienceMs?: number
}

const retryMs = 100

/**
 * Connects a command that does one thing. An embedded database that a server has open is reached through
 * that server; one that another command has open is waited for.
 */
export async function connectKen(
  config: Config,
  { log, mayCreate, patienceMs = 10_000 }: ConnectOptions,
): Promise<KenConnection> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      const ken = await composeKen(config, { log, role: 'command', mayCreate })
      return { run: (useCase, command) => useCase(ken.ports, command), own: ken, close: ken.close }
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error
      const run = runAtServer(operatorSocketPath(config.dataDirectory))
      if (await answers(run)) return { run, own: null, close: async () => {} }
      if (performance.now() > deadline) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

/** Whether a server answers, rather than starts or ends just now. */
async function answers(run: Run): Promise<boolean> {
  try {
    await run(isSetUp, undefined)
    return true
  } catch (error) {
    if (error instanceof Unavailable || (error instanceof Error && 'code' in error)) return false
    throw error
  }
}
