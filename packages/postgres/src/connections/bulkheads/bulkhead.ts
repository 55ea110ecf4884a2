import { Unavailable, type Log } from '@ken/core/ports'
import type { Client, Pool, PoolClient } from 'pg'
import { borrowedConnections } from './borrowed-connections.ts'
import { isConnectionLoss, type ConnectionLosses } from './connection-losses.ts'
import { isDiskFull, type DiskWatch } from '../disk-watch.ts'
import type { GroupCommit } from '../transactions/group-commit.ts'
import { currentRequest, type RequestScope } from '../request-scope.ts'
import { isRefusal, stateOf } from '../statements/statement-refusal.ts'
import type { ConnectionSlots } from './connection-slots.ts'
import { orUnavailable } from '../../unavailable.ts'

/** Cancels the running statement. Resolves once no later statement of the connection can be hit. */
export type Cancel = (client: PoolClient) => Promise<void>

/** A connection in use by one unit of work. */
export type HeldConnection = {
  readonly client: PoolClient
  readonly request: RequestScope | null
  /** Cancels the running statement; see `cancelStatement`. Null where that is not possible. */
  readonly cancel: Cancel | null
  readonly group: GroupCommit | null
  readonly beforeWriting: () => Promise<void>
  /** Notes that a statement of a transaction starts or ends. */
  readonly noteActivity: () => void
  /** Notes that a transaction starts to write. Its connection is never closed for silence. */
  readonly noteWriting: () => void
  /**
   * Returns the connection, or closes it if the fault leaves its state uncertain or a transaction
   * may be open. The work may be acknowledged once the promise resolves, or immediately if there is
   * none.
   */
  readonly release: (fault?: unknown, isInDoubt?: boolean) => Promise<void> | null
}

/** A connection pool for one kind of work (a bulkhead): no other kind can exhaust it. */
export type Bulkhead = {
  readonly acquire: () => Promise<HeldConnection>
  /** The longest silence of the server on a connection in use, in milliseconds. */
  readonly longestSilenceMs: () => number
  /**
   * Closes connections that are older than the last connection loss and silent for this long; their
   * work fails. Never closes one that writes.
   */
  readonly dropSilent: (milliseconds: number) => void
  /** Returns idle connections to the pool. Call it before the pool ends. */
  readonly returnIdle: () => void
}

export type BulkheadOptions = {
  readonly pool: Pool
  readonly slots: ConnectionSlots
  readonly losses: ConnectionLosses
  readonly disk: DiskWatch
  readonly cancel: Cancel | null
  /** Groups the commits of the only session of an embedded database. */
  readonly group?: GroupCommit
  /** Runs before the first write of each transaction. Throws if nothing may be written. */
  readonly beforeWriting?: () => Promise<void>
  /** Whether this is the only session and cannot be replaced. Only a lost connection closes it. */
  readonly isOnlySession?: boolean
  readonly log: Log
}

/** A connection and its state. */
type Session = Omit<HeldConnection, 'request'> & {
  readonly openedAt: number
  /** Since when the server is silent; null while the connection is idle. */
  silentSince: number | null
  isWriting: boolean
  isDropped: boolean
}

/**
 * At most as many connections as there are slots. Replaces connections older than the last
 * connection loss.
 */
export function bulkhead(options: BulkheadOptions): Bulkhead {
  const {
    pool,
    slots,
    losses,
    disk,
    cancel,
    log,
    beforeWriting = async () => {},
    isOnlySession = false,
    group = null,
  } = options
  const sessions = new Map<PoolClient, Session>()
  const connections = borrowedConnections(pool, (error) => {
    log.warn('database.connection_lost', { reason: error.message })
    if (isConnectionLoss(error)) losses.record()
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
    if (isConnectionLoss(cause) && !session.isDropped) losses.record()
    if (isDiskFull(cause)) disk.recordFull()
    const durable = group?.durable() ?? null
    const isUsable = !isInDoubt && (cause === undefined || isRefusal(cause))
    if (isUsable) {
      connections.keep(session.client)
      free()
    } else if (isOnlySession && !isConnectionLoss(cause)) {
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
  /** Null after closing a connection that a later loss makes doubtful. */
  const usableSessionOf = (client: PoolClient): Session | null => {
    const session = sessions.get(client)! // The pool's connect event added it.
    if (losses.isUsable(session.openedAt)) return session
    client.release(true)
    return null
  }
  const usableSession = (): Session | Promise<Session> => {
    for (;;) {
      const borrowed = connections.take()
      if (borrowed instanceof Promise)
        return borrowed.then((client) => usableSessionOf(client) ?? usableSession())
      const session = usableSessionOf(borrowed)
      if (session !== null) return session
    }
  }

  return {
    async acquire() {
      const request = currentRequest()
      const waiting = slots.take(request)
      if (waiting !== null) await waiting
      try {
        const found = usableSession()
        const session = found instanceof Promise ? await found : found
        session.noteActivity()
        const { client, noteActivity, noteWriting, release } = session
        return { client, request, cancel, group, beforeWriting, noteActivity, noteWriting, release }
      } catch (error) {
        free()
        // A timeout while opening says nothing about open connections.
        if (isConnectionLoss(error) && stateOf(error) !== '') losses.record()
        throw orUnavailable(error)
      }
    },
    longestSilenceMs: () => {
      const now = performance.now()
      return Math.max(0, ...sessions.values().map(({ silentSince }) => now - (silentSince ?? now)))
    },
    dropSilent: (milliseconds) => {
      for (const session of sessions.values()) {
        if (session.silentSince === null || session.isWriting || losses.isUsable(session.openedAt))
          continue
        if (performance.now() - session.silentSince < milliseconds) continue
        session.isDropped = true
        void (session.client as unknown as Client).end() // The types of pool clients omit it.
      }
    },
    returnIdle: connections.returnIdle,
  }
}

/** The driver's cache of prepared statements, which its types omit. */
type Prepared = {
  readonly connection: Record<
    'parsedStatements' | 'submittedNamedStatements',
    Record<string, string>
  >
}

/**
 * Ends any open transaction of the only session and clears its prepared statements. The driver
 * closes a statement whose parameters it cannot serialize, but keeps it in its cache.
 */
async function resetSession(client: PoolClient): Promise<void> {
  await client.query('rollback; deallocate all').catch(() => {})
  const { connection } = client as unknown as Prepared // The driver's types omit this field.
  Object.assign(connection, { parsedStatements: {}, submittedNamedStatements: {} })
}
