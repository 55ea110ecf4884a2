import { setTimeout as sleep } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import type { Listen } from '../../database.ts'
import { serverSockets, type ServerSockets } from './server-sockets.ts'

const heartbeatMs = 10_000
const silenceMs = 15_000
const retryMs = 1_000

/**
 * Listens on its own connection, and reconnects whenever it breaks or falls silent, without limit.
 */
export const listenOnServer =
  (url: string): Listen =>
  async (channel, onNotification, onGap) => {
    const sockets = serverSockets(silenceMs)
    const ending = new AbortController()
    const listen = async () => {
      while (!ending.signal.aborted) {
        await listenOnce(
          { url, channel, sockets, signal: ending.signal },
          onNotification,
          onGap,
        ).catch(() => {})
        await sleep(retryMs, null, { signal: ending.signal }).catch(() => {})
      }
    }
    const listening = listen()
    return {
      close: () => {
        ending.abort()
        sockets.hurry()
        return listening
      },
    }
  }

type Line = {
  readonly url: string
  readonly channel: string
  readonly sockets: ServerSockets
  readonly signal: AbortSignal
}

/** Listens on one connection until it ends or the signal aborts. */
async function listenOnce(
  { url, channel, sockets, signal }: Line,
  onNotification: (payload: string) => void,
  onGap: () => void,
): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: 'ken listen',
    stream: sockets.open,
  })
  // The end event follows. Without a listener, the error event would end the process.
  client.on('error', () => {})
  client.on('notification', ({ payload = '' }) => onNotification(payload))
  const over = new AbortController()
  client.once('end', () => over.abort())
  try {
    await client.connect()
    await client.query(`listen ${escapeIdentifier(channel)}`)
    onGap()
    while (!signal.aborted && !over.signal.aborted) {
      await sleep(heartbeatMs, null, { signal: AbortSignal.any([signal, over.signal]) }).catch(
        () => {},
      )
      // Detects a lost connection: one that only listens would not notice.
      if (!signal.aborted) await client.query('select 1')
    }
  } finally {
    await client.end()
  }
}
