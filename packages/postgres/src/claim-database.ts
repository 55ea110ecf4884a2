import type { Log } from '@ken/core/ports'
import { Client } from 'pg'

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
const reclaimMs = 5_000

/**
 * Makes sure that a process which counts limits by itself is the only one on its database. Throws when
 * others hold the database in a way that does not go with `mode`. A claim whose connection breaks is taken
 * anew as soon as possible.
 */
export async function claimDatabase({ url, mode, log, patienceMs = 3_000 }: ClaimOptions): Promise<Claim> {
  let client: Client | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const hold = async (): Promise<boolean> => {
    const next = new Client({ connectionString: url, application_name: 'ken claim', keepAlive: true })
    next.on('error', () => reclaimLater())
    await next.connect()
    if (!(await tryLock(next, mode))) {
      await next.end()
      return false
    }
    client = next
    return true
  }
  const reclaimLater = () => {
    client = null
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      hold().then(
        (held) => held || (log.error('database.claim_lost', { reason: sharingHint }), reclaimLater()),
        () => reclaimLater(),
      )
    }, reclaimMs).unref()
  }

  const deadline = performance.now() + patienceMs
  while (!(await hold())) {
    if (performance.now() > deadline) throw new Error(sharingHint)
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}

const sharingHint =
  'Another Ken process runs on this database. Several processes need KEN_REDIS_URL, the same for each, to count limits together; stop the other process or set it.'

/** Per schema, so that several installations may share one database. */
async function tryLock(client: Client, mode: ClaimOptions['mode']): Promise<boolean> {
  const lock = mode === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const { rows } = await client.query<{ held: boolean }>(
    `select ${lock}(hashtextextended('ken:process:' || current_schema, 0)) as held`,
  )
  return rows[0]?.held === true
}
