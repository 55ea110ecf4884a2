import { once } from 'node:events'
import type { Log } from '@ken/core/ports'
import { Redis } from 'ioredis'

/** A connection that comes back by itself for as long as it is not closed. */
export type RedisConnection = {
  readonly client: Redis
  /** What the command gives, or the other way while Redis is away: at once when that is known, else after a second. */
  readonly attempt: <T>(command: () => Promise<T>, otherwise: () => Promise<T>) => Promise<T>
  /** Whether Redis answers now, within a second. */
  readonly ping: () => Promise<boolean>
  readonly close: () => Promise<void>
}

const answerWithinMs = 1_000
const firstAnswerWithinMs = 1_500
const reconnectAfterMsMax = 1_000

/**
 * Connects to Redis, and returns within two seconds although it is away: then the connection is made as soon as it is
 * back. Each outage is logged once, and so is its end.
 */
export async function connectRedis(url: string, log: Log): Promise<RedisConnection> {
  const client = new Redis(url, {
    connectTimeout: answerWithinMs,
    commandTimeout: answerWithinMs,
    // A server that takes commands and answers none is dropped, so that later commands fail at once.
    socketTimeout: answerWithinMs,
    enableOfflineQueue: false,
    // A command whose answer was lost is never sent again: it would count twice.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempts) => Math.min(attempts * 100, reconnectAfterMsMax),
    // A primary that became a replica: the address may lead to the new primary by now.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })
  let isAway = false
  let isClosing = false
  const noteAway = (reason: string) => {
    if (isAway || isClosing) return
    isAway = true
    log.warn('redis.away', { reason })
  }
  const noteBack = () => {
    if (isAway) log.info('redis.back')
    isAway = false
  }
  client.on('ready', noteBack)
  client.on('error', (error: Error) => noteAway(error.message))
  client.on('close', () => noteAway('the connection was closed'))
  await once(client, 'ready', { signal: AbortSignal.timeout(firstAnswerWithinMs) }).catch(() => noteAway('no answer in time'))

  async function attempt<T>(command: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    try {
      const result = await command()
      noteBack()
      return result
    } catch (error) {
      noteAway(error instanceof Error ? error.message : String(error))
      return otherwise()
    }
  }
  return {
    client,
    attempt,
    ping: () =>
      client.ping().then(
        (answer) => answer === 'PONG',
        () => false,
      ),
    close: async () => {
      isClosing = true
      await client.quit().catch(() => client.disconnect())
    },
  }
}
