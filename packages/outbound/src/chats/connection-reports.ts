import { InboxRejected } from './delivery.ts'
import type { Failure } from '../server-failure.ts'

type Fields = { readonly [field: string]: string }

/** Where a listener reports whether its connection works, and what else the platform says about it. */
export type ConnectionReportsOptions<Fault extends string, Details> = {
  /** Begins the name of everything that is logged, such as `team_chat`. */
  readonly area: string
  readonly log: {
    readonly info: (event: string) => void
    readonly warn: (event: string, fields?: Fields) => void
    readonly error: (event: string, fields: Fields) => void
  }
  readonly inbox: {
    readonly alive: (details?: Details) => Promise<void>
    readonly interrupted: (fault: Fault, details?: Details) => Promise<void>
  }
  /** After it, nothing is reported. */
  readonly signal: AbortSignal
}

/** Reports the state of a connection, one report after the other. Survives every rejection of the inbox. */
export class ConnectionReports<Fault extends string, Details = undefined> {
  readonly #options: ConnectionReportsOptions<Fault, Details>
  #fault: Fault | null = null
  #reporting: Promise<void> = Promise.resolve()

  constructor(options: ConnectionReportsOptions<Fault, Details>) {
    this.#options = options
  }

  /** What was reported last; null after a success. */
  get fault(): Fault | null {
    return this.#fault
  }

  /** The connection works; `isNew` if it did not before. */
  connected(isNew: boolean, details?: Details): Promise<void> {
    const { area, log, inbox } = this.#options
    if (isNew) log.info(`${area}.connected`)
    this.#fault = null
    return this.#report(() => inbox.alive(details))
  }

  /** The connection does not work. Reports a fault once, or with each of its details. */
  interrupted(fault: Fault, details?: Details): Promise<void> {
    const { area, log, inbox } = this.#options
    const isKnown = this.#fault === fault
    if (isKnown && details === undefined) return Promise.resolve()
    if (!isKnown) log.warn(`${area}.interrupted`, { fault })
    this.#fault = fault
    return this.#report(() => inbox.interrupted(fault, details))
  }

  /** Resolves when no report is in progress; after the signal, none follows. */
  idle(): Promise<void> {
    return this.#reporting
  }

  #report(call: () => Promise<void>): Promise<void> {
    const { area, log, signal } = this.#options
    this.#reporting = this.#reporting
      .then(() => (signal.aborted ? undefined : call()))
      .catch(() => log.warn(`${area}.inbox_failed`))
    return this.#reporting
  }
}

/** The failure of any error; `known` are those of the platform. Only unexpected errors are logged. */
export function failureOf<Fault extends string>(
  error: unknown,
  known: (error: unknown) => Failure<Fault> | null,
  { area, log }: Pick<ConnectionReportsOptions<Fault, unknown>, 'area' | 'log'>,
): Failure<Fault | 'server_failing' | 'unreachable'> {
  const failure = known(error)
  if (failure !== null) return failure
  // What the inbox rejected comes again; the inbox knows why it did.
  if (error instanceof InboxRejected) return { fault: 'server_failing', retryAfterSeconds: null }
  log.error(`${area}.listener_failed`, { error: error instanceof Error ? error.name : 'unknown' })
  return { fault: 'unreachable', retryAfterSeconds: null }
}
