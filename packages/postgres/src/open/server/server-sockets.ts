import { Socket } from 'node:net'
import type { Pool, PoolClient } from 'pg'
import { streamOf } from '../../connections/statements/stream-of.ts'

/** Lets the kernel detect a lost peer while no statement waits. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Sockets to a server that may fall silent without closing. */
export type ServerSockets = {
  readonly open: () => Socket
  /** From now on no open socket waits for longer than a second. */
  readonly hurry: () => void
}

const hurryMs = 1_000

/** A socket breaks after `silenceMs` without data in either direction, also while it is idle; 0 waits without limit. */
export function serverSockets(silenceMs: number): ServerSockets {
  const sockets = new Set<Socket>()
  return {
    open: () => {
      const socket = new Socket().setTimeout(silenceMs)
      breakAtTimeout(socket)
      // The driver does not listen to a socket that it cannot connect, such as one to an invalid port.
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
      sockets.add(socket)
      return socket
    },
    hurry: () => {
      for (const socket of sockets) socket.setTimeout(hurryMs)
    },
  }
}

/**
 * While a connection of the pool is in use, it breaks after `silenceMs` without data in either direction; 0 waits without
 * limit. An idle one is always silent: keep-alive detects that its peer is lost, and the pool closes it first.
 */
export function breakSilentInUse(pool: Pool, silenceMs: number): void {
  if (silenceMs === 0) return
  const idleMs = (pool.options.idleTimeoutMillis ?? 0) + silenceMs
  const limit = (client: PoolClient, milliseconds: number) => {
    // The end of the pool has limits of its own.
    if (!pool.ending) streamOf(client).setTimeout(milliseconds)
  }
  pool.on('connect', (client) => breakAtTimeout(streamOf(client)))
  pool.on('acquire', (client) => limit(client, silenceMs))
  pool.on('release', (_error, client) => limit(client, idleMs))
}

const breakAtTimeout = (socket: Socket) =>
  socket.on('timeout', () =>
    socket.destroy(Object.assign(new Error('The database is silent.'), { code: 'ETIMEDOUT' })),
  )
