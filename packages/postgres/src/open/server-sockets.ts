import { Socket } from 'node:net'

/** Lets the kernel detect a lost peer while no statement waits. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Sockets to a server that may fall silent without closing. */
export type ServerSockets = {
  readonly open: () => Socket
  /** From now on no open socket waits for longer than a second. */
  readonly hurry: () => void
}

const hurryMs = 1_000

/** A socket breaks after `silenceMs` without data in either direction; 0 waits without limit. */
export function serverSockets(silenceMs: number): ServerSockets {
  const sockets = new Set<Socket>()
  return {
    open: () => {
      const socket = new Socket().setTimeout(silenceMs)
      socket.on('timeout', () =>
        socket.destroy(Object.assign(new Error('The database is silent.'), { code: 'ETIMEDOUT' })),
      )
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
