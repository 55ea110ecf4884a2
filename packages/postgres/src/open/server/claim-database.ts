import type { Log } from '@ken/core/ports'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { orUnavailable } from '../../unavailable.ts'
import { keepAlive, serverSockets, type ServerSockets } from './server-sockets.ts'

/** A claim on a database, held by its own connection until `close`. */
export type Claim = { readonly close: () => Promise<void> }

export type ClaimOptions = {
  readonly url: string
  /**
   * `alone` for a process that counts limits in memory; `shared` for processes that share their
   * counts.
   */
  readonly mode: 'alone' | 'shared'
  readonly log: Log
  /** How long to wait for another process to end, so that a restart may overlap. */
  readonly patienceMs?: number
}

const retryMs = 250
const reclaimMs = 1_000
const answerWithinMs = 5_000
const sharingHint =
  'Another Ken process runs on this database. Several processes need KEN_REDIS_URL, the same for each, to count limits together; stop the other process or set it.'

/**
 * Makes sure that a process that counts limits in memory is the only one on its database. Throws if
 * other processes hold a claim that conflicts with `mode`. Claims again as soon as possible after
 * its connection breaks.
 */
export async function claimDatabase(options: ClaimOptions): Promise<Claim> {
  const sockets = serverSockets(0)
  const deadline = performance.now() + (options.patienceMs ?? 3_000)
  let held = await tryClaim(options, sockets)
  while (held === null) {
    if (performance.now() > deadline) throw new Error(sharingHint)
    await sleep(retryMs)
    held = await tryClaim(options, sockets)
  }

  const ending = new AbortController()
  const keeping = keep(held, options, sockets, ending.signal)
  return {
    close: () => {
      ending.abort()
      sockets.hurry()
      return keeping
    },
  }
}

/** Holds the claim until the signal aborts, and claims again when its connection breaks. */
async function keep(
  first: Client,
  options: ClaimOptions,
  sockets: ServerSockets,
  signal: AbortSignal,
): Promise<void> {
  const stopped = once(signal, 'abort')
  let held: Client | null = first
  while (held !== null) {
    // Not on its error, which comes before the server releases the claim.
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    held.once('end', end)
    await Promise.race([ended, stopped])
    if (signal.aborted) return held.end()
    held = await reclaim(options, sockets, signal)
  }
}

/** Waits for the claim; null if the signal aborts first. Logs once if other processes hold it. */
async function reclaim(
  options: ClaimOptions,
  sockets: ServerSockets,
  signal: AbortSignal,
): Promise<Client | null> {
  let isLogged = false
  while (!signal.aborted) {
    const held = await tryClaim(options, sockets).catch(() => undefined)
    if (held) return held
    if (held === null && !isLogged) {
      options.log.error('database.claim_lost', { reason: sharingHint })
      isLogged = true
    }
    await sleep(reclaimMs, null, { signal }).catch(() => {})
  }
  return null
}

/** The connection that holds the claim, or null while another process holds a conflicting one. */
async function tryClaim(
  { url, mode }: ClaimOptions,
  sockets: ServerSockets,
): Promise<Client | null> {
  const client = new Client({
    connectionString: url,
    application_name: 'ken claim',
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
    ...keepAlive,
    stream: sockets.open,
  })
  // The end event follows. Without a listener, the error event would end the process.
  client.on('error', () => {})
  let isHeld = false
  try {
    await client.connect()
    // A machine that crashed with a claim must not block the next one for two hours, the system's
    // default.
    await client.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    )
    isHeld = await tryLock(client, mode)
    return isHeld ? client : null
  } catch (error) {
    throw orUnavailable(error)
  } finally {
    if (!isHeld) await client.end()
  }
}

/** One lock per schema, so that several installations may share a database. */
async function tryLock(client: Client, mode: ClaimOptions['mode']): Promise<boolean> {
  const lock = mode === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const { rows } = await client.query<{ held: boolean }>(
    `select ${lock}(hashtextextended('ken:process:' || current_schema, 0)) as held`,
  )
  return rows[0]?.held === true
}
