import { Unavailable } from '@ken/core/ports'
import { AsyncLocalStorage } from 'node:async_hooks'

/** A request that is being served. Its end stops its work, until it has stored something: what belongs to that must follow. */
export type RequestScope = {
  /** Aborts when the caller of the request hangs up, or when the request has taken all the time it may take. */
  readonly signal: AbortSignal
  /** Whether nothing was stored yet. */
  readonly isBound: () => boolean
  /** Whether the request has ended and its work must end, too. */
  readonly isOver: () => boolean
  /** Says that something is stored for the request from now on: all its later work goes on to its end. */
  readonly unbind: () => void
}

export function requestScope(signal: AbortSignal): RequestScope {
  let bound = true
  return {
    signal,
    isBound: () => bound,
    isOver: () => bound && signal.aborted,
    unbind: () => {
      bound = false
    },
  }
}

const scopes = new AsyncLocalStorage<RequestScope | null>()

/**
 * Runs work for one request. Its statements wait for a connection no longer than a request may, a search ends in the
 * database once the signal aborts, and a transaction that has written nothing yet ends with it. Once anything was stored
 * for the request, the signal ends nothing any more: what follows a guess that was taken must be stored, too.
 */
export const withinRequest = <Outcome>(signal: AbortSignal, work: () => Outcome): Outcome =>
  scopes.run(requestScope(signal), work)

/** Runs work that several requests share: the end of one must not end it for the others. */
export const outsideRequests = <Outcome>(work: () => Outcome): Outcome => scopes.run(null, work)

/** The request that is being served; null for jobs, schedules and commands. */
export const currentRequest = (): RequestScope | null => scopes.getStore() ?? null

/** What the work of a request ends with once its signal has aborted. */
export const requestOver = (cause?: unknown): Unavailable =>
  new Unavailable('request', 'The request ended before the database had finished its work.', { cause })
