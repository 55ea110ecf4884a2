import type { Log } from '@ken/core/ports'
import type { Config } from './config.ts'
import type { Ken } from './ken.ts'

/** How Ken is put together, beyond what the configuration says. */
export type ComposeOptions = {
  readonly log: Log
  /**
   * `server` runs for long: it migrates the database, claims it, and on the embedded database lets the
   * command line in through a socket. `command` does one thing: it joins a running server's database.
   */
  readonly role: 'server' | 'command'
}

/** Reads no environment. Throws an error that says what to do when a part cannot be had. */
export async function composeKen(_config: Config, _options: ComposeOptions): Promise<Ken> {
  throw new Error('composition follows')
}
