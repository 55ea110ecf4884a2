import {
  responseRetentionSeconds,
  progressSeconds,
  type IdempotencyStore,
  type IdempotentRequest,
} from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

/**
 * The claim is an advisory lock, which ends with the transaction and the connection: a crashed
 * process blocks no one.
 */
export const postgresIdempotencyStore = (transaction: Transaction<Tables>): IdempotencyStore => ({
  async claim(request) {
    const { rows } = await sql<{ claimed: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${lockOf(request)}, 0)) as claimed
    `.execute(transaction)
    return rows[0]!.claimed
  },

  async find({ callerId, operation, key }) {
    const { rows } = await sql<KeptRow>`
      select fingerprint, answer, kept_at, ${stallsInSeconds} as stalls_in_seconds from idempotency_keys
      where caller_id = ${callerId} and operation = ${operation} and key = ${key}
        and kept_at > clock_timestamp() - make_interval(secs => ${responseRetentionSeconds})
    `.execute(transaction)
    const [row] = rows
    if (row === undefined) return null
    const { fingerprint, answer: response } = row
    if (response !== null) return { fingerprint, response }
    return {
      fingerprint,
      response,
      progressedAt: row.kept_at,
      stallsInSeconds: row.stalls_in_seconds,
    }
  },

  async recordProgress({ callerId, operation, key }, fingerprint, since) {
    // In milliseconds, so that the returned time can be compared.
    const { rows } = await sql<{ kept_at: Date }>`
      insert into idempotency_keys as kept (caller_id, operation, key, fingerprint, kept_at)
      values (${callerId}, ${operation}, ${key}, ${fingerprint}, date_trunc('milliseconds', clock_timestamp()))
      on conflict (caller_id, operation, key) do update set
        fingerprint = excluded.fingerprint, answer = null, kept_at = excluded.kept_at
      where ${isTooOld}
        or kept.answer is null and (kept.kept_at = ${since}::timestamptz or ${isStalled})
      returning kept_at
    `.execute(transaction)
    return rows[0]?.kept_at ?? null
  },

  async storeResponse({ callerId, operation, key }, { fingerprint, response }) {
    const { numAffectedRows } = await sql`
      insert into idempotency_keys as kept (caller_id, operation, key, fingerprint, answer, kept_at)
      values (${callerId}, ${operation}, ${key}, ${fingerprint}, ${response}, clock_timestamp())
      on conflict (caller_id, operation, key) do update set
        fingerprint = excluded.fingerprint, answer = excluded.answer, kept_at = excluded.kept_at
      where kept.answer is null or ${isTooOld}
    `.execute(transaction)
    if (numAffectedRows !== 1n) throw new Error('Another response is kept for this request.')
  },

  async prune(countMax) {
    const { numAffectedRows } = await sql`
      with old as materialized (
        select caller_id, operation, key from idempotency_keys
        where kept_at <= now() - make_interval(secs => ${responseRetentionSeconds})
        order by kept_at limit ${countMax} for update skip locked
      )
      delete from idempotency_keys where (caller_id, operation, key) in (select * from old)
    `.execute(transaction)
    return Number(numAffectedRows)
  },
})

type KeptRow = {
  fingerprint: string
  answer: string | null
  kept_at: Date
  stalls_in_seconds: number
}

const isTooOld = sql<boolean>`kept.kept_at <= clock_timestamp() - make_interval(secs => ${responseRetentionSeconds})`
const isStalled = sql<boolean>`kept.kept_at <= clock_timestamp() - make_interval(secs => ${progressSeconds})`
const stallsInSeconds = sql<number>`greatest(0, ceil(${progressSeconds} - extract(epoch from clock_timestamp() - kept_at)))::integer`

const lockOf = ({ callerId, operation, key }: IdempotentRequest): string =>
  `ken:request:${callerId}:${operation}:${key}`
