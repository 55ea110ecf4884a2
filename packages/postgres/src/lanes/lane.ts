import { Unavailable, type Log } from '@ken/core/ports'
import type { Client, Pool, PoolClient } from 'pg'
import { borrowedConnections } from './borrowed-connections.ts'
import { isBreak, type Breaks } from './breaks.ts'
import { isDiskFull, type DiskWatch } from './disk-watch.ts'
import type { GroupCommit } from './group-commit.ts'
import { currentRequest, type RequestScope } from './request-scope.ts'
import type { Slots } from './slots.ts'

/** Resolves once it is certain that no later statement of the connection can be hit. */
export type Cancel = (client: PoolClient) => Promise<void>

/** A connection for one piece of work. */
export type Held = {
  readonly client: PoolClient
  readonly request: RequestScope | null
  /** Ends what the server runs on the connection; see `cancelStatement`. Null where that is not possible. */
  readonly cancel: Cancel | null
  readonly group: GroupCommit | null
  readonly beforeWriting: () => Promise<void>
  /** Says that a statement begins or has ended, in work of several. */
  readonly noteActivity: () => void
  /** Says that work of several has begun to store something: its connection is never closed for being silent. */
  readonly noteWriting: () => void
  /**
   * Gives the connection back, or closes it: after a fault that leaves it in doubt, and when a transaction may be open on it.
   * The work is acknowledged once the promise resolves, or at once when there is none.
   */
  readonly release: (fault?: unknown, isInDoubt?: boolean) => Promise<void> | null
}

/** Connections that one kind of work has to itself. */
export type Lane = {
  readonly hold: () => Promise<Held>
  /** How long the server has been silent on a connection that is in use, at most, in milliseconds. */
  readonly longestSilenceMs: () => number
  /** Closes connections older than the last break on which the server has been silent for so long: their work fails. Never one that writes. */
  readonly dropSilent: (milliseconds: number) => void
  /** Gives the pool what nobody uses: before it is asked to end. */
  readonly returnIdle: () => void
}

export type LaneOptions = {
  readonly pool: Pool
  readonly slots: Slots
  readonly breaks: Breaks
  readonly disk: DiskWatch
  readonly cancel: Cancel | null
  /** For an only session, whose commits nobody else groups. */
  readonly group?: GroupCommit
  /** Throws where nothing should be written any more: before the first write of each transaction. */
  readonly beforeWriting?: () => Promise<void>
  /** Whether there is one session that cannot be replaced: then nothing but a break closes its connection. */
  readonly isOnlySession?: boolean
  readonly log: Log
}

/** SQLSTATE of what the server refuses a statement with; the connection stays as it was, except for class 08 and 57P. */
const refusedState = /^(?!08|57P)[0-9A-Z]{5}$/

/** A connection of the pool, and what its lane knows of it. */
type Session = Omit<Held, 'request'> & {
  readonly openedAt: number
  /** Since when the server has been silent; null while nobody uses the connection. */
  silentSince: number | null
  isWriting: boolean
  isDropped: boolean
}

/** The connections of a pool, no more than there are slots. One that is older than the last break is replaced first. */
export function lane(options: LaneOptions): Lane {
  const { pool, slots, breaks, disk, cancel, log, beforeWriting = async () => {}, isOnlySession = false, group = null } = options
  const sessions = new Map<PoolClient, Session>()
  const connections = borrowedConnections(pool, (error) => {
    log.warn('database.connection_lost', { reason: error.message })
    if (isBreak(error)) breaks.note()
  })
  pool.on('connect', (client) => sessions.set(client, sessionOf(client)))
  pool.on('remove', (client) => sessions.delete(client))

  const free = () => {
    slots.free()
    group?.noteEnd()
  }
  const giveBack = (client: PoolClient, mustClose = false) => {
    client.release(mustClose)
    free()
  }
  const settle = (session: Session, fault: unknown, isInDoubt: boolean) => {
    session.silentSince = null
    session.isWriting = false
    const cause = fault instanceof Unavailable ? fault.cause : fault
    if (isBreak(cause) && !session.isDropped) breaks.note()
    if (isDiskFull(cause)) disk.noteFull()
    const durable = group?.durable() ?? null
    const isSound = !isInDoubt && (cause === undefined || isRefusal(cause))
    if (isSound) {
      connections.keep(session.client)
      free()
    } else if (isOnlySession && !isBreak(cause)) {
      void resetSession(session.client).then(() => giveBack(session.client))
    } else {
      giveBack(session.client, true)
    }
    return durable
  }
  const sessionOf = (client: PoolClient): Session => {
    const session: Session = {
      client,
      cancel,
      group,
      beforeWriting,
      noteActivity: () => {
        session.silentSince = performance.now()
      },
      noteWriting: () => {
        session.isWriting = true
      },
      release: (fault, isInDoubt = false) => settle(session, fault, isInDoubt),
      openedAt: performance.now(),
      silentSince: null,
      isWriting: false,
      isDropped: false,
    }
    return session
  }
  const soundSession = async (): Promise<Session> => {
    for (;;) {
      const taken = connections.take()
      const client = taken instanceof Promise ? await taken : taken
      const session = sessions.get(client)! // Each was seen when it connected.
      if (breaks.isSound(session.openedAt)) return session
      client.release(true)
    }
  }

  return {
    async hold() {
      const request = currentRequest()
      const waiting = slots.take(request)
      if (waiting !== null) await waiting
      try {
        const session = await soundSession()
        session.noteActivity()
        const { client, noteActivity, noteWriting, release } = session
        return { client, request, cancel, group, beforeWriting, noteActivity, noteWriting, release }
      } catch (error) {
        free()
        // One that could not be opened in time says nothing about those that are open.
        if (isBreak(error) && stateOf(error) !== '') breaks.note()
        throw error
      }
    },
    longestSilenceMs: () => {
      const now = performance.now()
      return Math.max(0, ...sessions.values().map(({ silentSince }) => now - (silentSince ?? now)))
    },
    dropSilent: (milliseconds) => {
      for (const session of sessions.values()) {
        if (session.silentSince === null || session.isWriting || breaks.isSound(session.openedAt)) continue
        if (performance.now() - session.silentSince < milliseconds) continue
        session.isDropped = true
        void (session.client as unknown as Client).end() // The types leave it out for clients of a pool.
      }
    },
    returnIdle: connections.returnIdle,
  }
}

/** What the driver believes its session to have prepared, which its types leave out. */
type Prepared = { readonly connection: Record<'parsedStatements' | 'submittedNamedStatements', Record<string, string>> }

/**
 * Brings a session that is in doubt and must stay out of a transaction, and has it prepare its statements again: the driver
 * forgets that it closes one whose parameters it cannot send.
 */
async function resetSession(client: PoolClient): Promise<void> {
  await client.query('rollback; deallocate all').catch(() => {})
  const { connection } = client as unknown as Prepared // The driver has this field, which its types leave out.
  Object.assign(connection, { parsedStatements: {}, submittedNamedStatements: {} })
}

const stateOf = (fault: unknown): string =>
  fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : ''

/** Whether the server refused a statement because the transaction before it had failed and was never ended. */
export const isOfAborted = (fault: unknown): boolean => stateOf(fault) === '25P02'

/** Whether the server refused a statement, and the connection is as it was. */
export const isRefusal = (fault: unknown): boolean => refusedState.test(stateOf(fault)) && !isOfAborted(fault)
