import { Socket } from 'node:net'

/** Lets the kernel find out that the other end is gone while nobody waits for it. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Sockets to a server that may fall silent without closing its end. */
export type ServerSockets = {
  readonly open: () => Socket
  /** From now on no open socket waits for longer than a second. */
  readonly hurry: () => void
}

const hurryMs = 1_000

/** A socket of these breaks when nothing came or went for `silenceMs`; 0 waits for ever. */
export function serverSockets(silenceMs: number): ServerSockets {
  const sockets = new Set<Socket>()
  return {
    open: () => {
      const socket = new Socket().setTimeout(silenceMs)
      socket.on('timeout', () => socket.destroy(Object.assign(new Error('The database is silent.'), { code: 'ETIMEDOUT' })))
      socket.on('close', () => sockets.delete(socket))
      sockets.add(socket)
      return socket
    },
    hurry: () => {
      for (const socket of sockets) socket.setTimeout(hurryMs)
    },
  }
}
