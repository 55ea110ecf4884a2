import { once } from 'node:events'
import type { Log } from '@ken/core/ports'
import type { Redis } from 'ioredis'

/** A connection that reconnects until it is closed. */
export type RedisConnection = {
  readonly client: Redis
  /**
   * Runs a command, or the fallback if Redis is unavailable: immediately if that is known,
   * otherwise after a second.
   */
  readonly attempt: <T>(command: () => Promise<T>, fallback: () => Promise<T>) => Promise<T>
  /** Whether Redis responds within a second, and can store counts: one that is full or a replica cannot. */
  readonly ping: () => Promise<boolean>
  readonly close: () => Promise<void>
}

const replyTimeoutMs = 1_000
const firstReplyTimeoutMs = 1_500
const reconnectAfterMsMax = 1_000
/** Expires by itself. */
const pingKey = 'ken:ping'

/**
 * Connects to Redis. Returns within two seconds even if Redis is unavailable, and connects when it
 * is available again. Logs the start and the end of each outage once.
 */
export async function connectRedis(url: string, log: Log): Promise<RedisConnection> {
  // Loaded here: most programs need no Redis, and loading the library takes a tenth of the start.
  const { Redis: Client } = await import('ioredis')
  const client: Redis = new Client(url, {
    connectTimeout: replyTimeoutMs,
    commandTimeout: replyTimeoutMs,
    // Drops a server that accepts commands and does not reply, so that later commands fail
    // immediately.
    socketTimeout: replyTimeoutMs,
    enableOfflineQueue: false,
    // Never resends a command whose reply was lost: it would count twice.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempts) => Math.min(attempts * 100, reconnectAfterMsMax),
    // A primary that became a replica: the address may lead to the new primary by now.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })
  let isUnavailable = false
  /** Redis refused a command: only a successful write shows that this is over, and not a new connection. */
  let isRefusing = false
  let isClosing = false
  const recordOutage = (reason: string) => {
    if (isUnavailable || isClosing) return
    isUnavailable = true
    log.warn('redis.away', { reason })
  }
  const recordRecovery = () => {
    if (isUnavailable) log.info('redis.back')
    isUnavailable = false
    isRefusing = false
  }
  const recordFailure = (error: unknown) => {
    isRefusing ||= error instanceof Error && error.name === 'ReplyError'
    recordOutage(error instanceof Error ? error.message : String(error))
  }
  const ping = async (): Promise<boolean> => {
    try {
      await client.set(pingKey, '', 'PX', replyTimeoutMs)
      recordRecovery()
      return true
    } catch (error) {
      recordFailure(error)
      return false
    }
  }
  client.on('ready', () => {
    if (!isRefusing) recordRecovery()
  })
  client.on('error', (error: Error) => recordOutage(error.message))
  client.on('close', () => recordOutage('the connection was closed'))
  await once(client, 'ready', { signal: AbortSignal.timeout(firstReplyTimeoutMs) }).catch(() =>
    recordOutage('no reply in time'),
  )

  async function attempt<T>(command: () => Promise<T>, fallback: () => Promise<T>): Promise<T> {
    try {
      const result = await command()
      if (isRefusing) void ping()
      else recordRecovery()
      return result
    } catch (error) {
      recordFailure(error)
      return fallback()
    }
  }
  return {
    client,
    attempt,
    ping,
    close: async () => {
      isClosing = true
      await client.quit().catch(() => client.disconnect())
    },
  }
}
