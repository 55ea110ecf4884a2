import type { Config, KenConnection } from '@ken/composition'
import type { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** Everything that a command uses outside of itself. */
export type World = {
  readonly env: { readonly [name: string]: string | undefined }
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  /** Emits `SIGINT`, `SIGTERM`, `SIGHUP` and `uncaughtException`. */
  readonly process: EventEmitter
  /** Ends the program immediately. */
  readonly exit: (code: number) => void
  /** A monotonic time in milliseconds. */
  readonly elapsed: () => number
  /** Makes the console ready to be served, and reports what took time. */
  readonly prepareConsole: (report: (line: string) => void) => Promise<void>
  /** Connects a command according to the environment, and prints warnings. */
  readonly connect: (world: World, options: CommonOptions, access: Access) => Promise<Connection>
}

/** Whether a command may create and migrate the database that it works on, and what it prints. */
export type Access = {
  readonly mayCreate: boolean
  /** True if the command itself reports the warnings about the settings. */
  readonly reportsWarnings?: boolean
}

export type Connection = KenConnection & { readonly config: Config }

/** Options that every command has. */
export type CommonOptions = { readonly json?: boolean; readonly verbose?: boolean }
