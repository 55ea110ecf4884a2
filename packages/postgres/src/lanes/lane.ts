import { Unavailable, type Log } from '@ken/core/ports'
import type { Client, Pool, PoolClient } from 'pg'
import { isBreak, type Breaks } from './breaks.ts'
import { isDiskFull, type DiskWatch } from './disk-watch.ts'
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
  readonly beforeWriting: () => Promise<void>
  /** Says that a statement begins or has ended, in work of several. */
  readonly noteActivity: () => void
  /** Says that work of several has begun to store something: its connection is never closed for being silent. */
  readonly noteWriting: () => void
  /** Gives the connection back, or closes it: after a fault that leaves it in doubt, and when a transaction may be open on it. */
  readonly release: (fault?: unknown, isInDoubt?: boolean) => void
}

/** Connections that one kind of work has to itself. */
export type Lane = {
  readonly hold: () => Promise<Held>
  /** How long the server has been silent on a connection that is in use, at most, in milliseconds. */
  readonly longestSilenceMs: () => number
  /** Closes connections older than the last break on which the server has been silent for so long: their work fails. Never one that writes. */
  readonly dropSilent: (milliseconds: number) => void
}

export type LaneOptions = {
  readonly pool: Pool
  readonly slots: Slots
  readonly breaks: Breaks
  readonly disk: DiskWatch
  readonly cancel: Cancel | null
  /** Throws where nothing should be written any more: before the first write of each transaction. */
  readonly beforeWriting?: () => Promise<void>
  /** Whether there is one session that cannot be replaced: then nothing but a break closes its connection. */
  readonly isOnlySession?: boolean
  readonly log: Log
}

/** SQLSTATE of what the server refuses a statement with; the connection stays as it was, except for class 08 and 57P. */
const refusedState = /^(?!08|57P)[0-9A-Z]{5}$/

/** The connections of a pool, no more than there are slots. One that is older than the last break is replaced first. */
export function lane(options: LaneOptions): Lane {
  const { pool, slots, breaks, disk, cancel, log, beforeWriting = async () => {}, isOnlySession = false } = options
  const openedAt = new WeakMap<PoolClient, number>()
  const silentSince = new Map<PoolClient, number>()
  const dropped = new WeakSet<PoolClient>()
  const writing = new WeakSet<PoolClient>()
  // Without listeners, a connection that breaks would end the process.
  pool.on('error', (error) => {
    log.warn('database.connection_lost', { reason: error.message })
    if (isBreak(error)) breaks.note()
  })
  pool.on('connect', (client) => {
    openedAt.set(client, performance.now())
    client.on('error', () => {})
  })

  const soundClient = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await pool.connect()
      if (breaks.isSound(openedAt.get(client) ?? 0)) return client
      client.release(true)
    }
  }

  return {
    async hold() {
      const request = currentRequest()
      await slots.take(request)
      try {
        const client = await soundClient()
        const noteActivity = () => void silentSince.set(client, performance.now())
        noteActivity()
        const release = (fault?: unknown, isInDoubt = false) => {
          silentSince.delete(client)
          writing.delete(client)
          const cause = fault instanceof Unavailable ? fault.cause : fault
          if (isBreak(cause) && !dropped.has(client)) breaks.note()
          if (isDiskFull(cause)) disk.noteFull()
          const mustClose = isInDoubt || (cause !== undefined && !isRefusal(cause))
          void giveBack(client, mustClose, isOnlySession && !isBreak(cause)).then(slots.free)
        }
        const noteWriting = () => void writing.add(client)
        return { client, request, cancel, beforeWriting, noteActivity, noteWriting, release }
      } catch (error) {
        slots.free()
        // One that could not be opened in time says nothing about those that are open.
        if (isBreak(error) && stateOf(error) !== '') breaks.note()
        throw error
      }
    },
    longestSilenceMs: () => performance.now() - Math.min(performance.now(), ...silentSince.values()),
    dropSilent: (milliseconds) => {
      for (const [client, since] of silentSince) {
        if (writing.has(client)) continue
        if (breaks.isSound(openedAt.get(client) ?? 0) || performance.now() - since < milliseconds) continue
        dropped.add(client)
        void (client as unknown as Client).end() // The types leave it out for clients of a pool.
      }
    },
  }
}

/** What the driver believes its session to have prepared, which its types leave out. */
type Prepared = { readonly connection: Record<'parsedStatements' | 'submittedNamedStatements', Record<string, string>> }

/**
 * A session that is in doubt and must stay is brought out of a transaction instead, and prepares its statements again: the
 * driver forgets that it closes one whose parameters it cannot send.
 */
async function giveBack(client: PoolClient, isInDoubt: boolean, mustStay: boolean): Promise<void> {
  if (isInDoubt && mustStay) {
    await client.query('rollback; deallocate all').catch(() => {})
    const { connection } = client as unknown as Prepared // The driver has this field, which its types leave out.
    Object.assign(connection, { parsedStatements: {}, submittedNamedStatements: {} })
  }
  client.release(isInDoubt && !mustStay)
}

const stateOf = (fault: unknown): string =>
  fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : ''

/** Whether the server refused a statement because the transaction before it had failed and was never ended. */
export const isOfAborted = (fault: unknown): boolean => stateOf(fault) === '25P02'

const isRefusal = (fault: unknown): boolean => refusedState.test(stateOf(fault)) && !isOfAborted(fault)
