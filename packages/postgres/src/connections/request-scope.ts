import { Unavailable } from '@ken/core/ports'
import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A request in progress. Its end stops its work, until it has written something: the rest of that
 * work must then be stored, too.
 */
export type RequestScope = {
  /** Aborts when the caller hangs up or the request exceeds its time limit. */
  readonly signal: AbortSignal
  /** Whether the end of the request still stops its work: nothing was written yet. */
  readonly isStoppable: () => boolean
  /** Whether the request has ended and its work must stop. */
  readonly hasEnded: () => boolean
  /** Notes a write: all later work of the request runs to its end. */
  readonly markWritten: () => void
  /** The person for whom the request acts; null before its credential is looked up, and without one. */
  person: string | null
  readonly clientNetwork: () => string | null
  /** The person whose search the request runs; null before and otherwise. */
  searcher: string | null
  /** By how many milliseconds requests that arrive later may overtake this one while it waits. */
  yieldsMs: number
}

const unknownNetwork = () => null

export function requestScope(
  signal: AbortSignal,
  clientNetwork: RequestScope['clientNetwork'] = unknownNetwork,
): RequestScope {
  let stoppable = true
  return {
    signal,
    isStoppable: () => stoppable,
    hasEnded: () => stoppable && signal.aborted,
    markWritten: () => {
      stoppable = false
    },
    person: null,
    clientNetwork,
    searcher: null,
    yieldsMs: 0,
  }
}

const scopes = new AsyncLocalStorage<RequestScope | null>()

/**
 * Runs the work of one request. Its statements wait for a connection no longer than a request may.
 * When the signal aborts, searches end in the database, and so do transactions that have written
 * nothing. After a write the signal stops nothing: what follows a counted attempt must be stored,
 * too. `clientNetwork` finds the network of the client, which is only needed if the request waits: see `callerOf`.
 */
export const withinRequest = <Outcome>(
  signal: AbortSignal,
  work: () => Outcome,
  clientNetwork?: RequestScope['clientNetwork'],
): Outcome => scopes.run(requestScope(signal, clientNetwork), work)

/** Runs work that several requests share. The end of one must not stop it for the others. */
export const outsideRequests = <Outcome>(work: () => Outcome): Outcome => scopes.run(null, work)

/** The current request; null for jobs, schedules and commands. */
export const currentRequest = (): RequestScope | null => scopes.getStore() ?? null

/**
 * Who takes turns with others: a person, or before that is known the network of a client. All clients with an unknown
 * network are one, as for the limits of attempts.
 */
export const callerOf = ({ person, clientNetwork }: RequestScope): string =>
  person ?? clientNetwork() ?? 'unknown'

/** Notes the person for whom the current request acts, who takes turns with others from now on. */
export function notePerson(userId: string): void {
  const request = currentRequest()
  if (request !== null) request.person = userId
}

/** The error of work whose request has ended. */
export const requestEnded = (cause?: unknown): Unavailable =>
  new Unavailable('request', 'The request ended before the database had finished its work.', {
    cause,
  })
