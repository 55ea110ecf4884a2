import type { Log } from '@ken/core/ports'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { keepAlive, serverSockets, type ServerSockets } from './server-sockets.ts'

/** A claim on a database, held by a connection of its own until `close`. */
export type Claim = { readonly close: () => Promise<void> }

export type ClaimOptions = {
  readonly url: string
  /** `alone` for a process that counts limits by itself; `shared` for one that counts them with the others. */
  readonly mode: 'alone' | 'shared'
  readonly log: Log
  /** How long another process may take to end, so that a restart may overlap. */
  readonly patienceMs?: number
}

const retryMs = 250
const reclaimMs = 1_000
const answerWithinMs = 5_000
const sharingHint =
  'Another Ken process runs on this database. Several processes need KEN_REDIS_URL, the same for each, to count limits together; stop the other process or set it.'

/**
 * Makes sure that a process which counts limits by itself is the only one on its database. Throws when
 * others hold the database in a way that does not go with `mode`. A claim whose connection breaks is taken
 * anew as soon as possible.
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

/** Holds the claim until the signal comes, and takes it again whenever its connection breaks. */
async function keep(first: Client, options: ClaimOptions, sockets: ServerSockets, signal: AbortSignal): Promise<void> {
  let held: Client | null = first
  while (held !== null) {
    await once(held, 'end', { signal }).catch(() => {})
    if (signal.aborted) return held.end()
    held = await reclaim(options, sockets, signal)
  }
}

/** The claim as soon as it can be had, or null when the signal comes first. Logs once when others have it. */
async function reclaim(options: ClaimOptions, sockets: ServerSockets, signal: AbortSignal): Promise<Client | null> {
  let isTold = false
  while (!signal.aborted) {
    const held = await tryClaim(options, sockets).catch(() => undefined)
    if (held) return held
    if (held === null && !isTold) {
      options.log.error('database.claim_lost', { reason: sharingHint })
      isTold = true
    }
    await sleep(reclaimMs, null, { signal }).catch(() => {})
  }
  return null
}

/** The connection that holds the claim, or null while others hold one that does not go with it. */
async function tryClaim({ url, mode }: ClaimOptions, sockets: ServerSockets): Promise<Client | null> {
  const client = new Client({
    connectionString: url,
    application_name: 'ken claim',
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
    ...keepAlive,
    stream: sockets.open,
  })
  // Its end tells enough; without a listener the event would end the process.
  client.on('error', () => {})
  let isHeld = false
  try {
    await client.connect()
    isHeld = await tryLock(client, mode)
    return isHeld ? client : null
  } finally {
    if (!isHeld) await client.end()
  }
}

/** Per schema, so that several installations may share one database. */
async function tryLock(client: Client, mode: ClaimOptions['mode']): Promise<boolean> {
  const lock = mode === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const { rows } = await client.query<{ held: boolean }>(
    `select ${lock}(hashtextextended('ken:process:' || current_schema, 0)) as held`,
  )
  return rows[0]?.held === true
}
