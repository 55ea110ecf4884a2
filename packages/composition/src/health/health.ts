import { isStalled, missingRoles, missingRoleText, Unavailable, type Ports } from '@ken/core'
import { heartbeatLifetimeSeconds, type BackgroundRole } from '@ken/core/ports'
import { readOnlyMessage, type Database, type DatabaseClock, type DiskFault } from '@ken/postgres'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Health, PartHealth } from '../ken.ts'

export type HealthParts = {
  readonly database: Pick<Database, 'ping'>
  readonly diskFault: Database['diskFault']
  /** Null if Redis is not configured. */
  readonly redis: { readonly ping: () => Promise<boolean> } | null
  readonly jobQueue: Ports['jobQueue']
  readonly heartbeats: Ports['backgroundHeartbeats']
  /** How long this process has run. */
  readonly upSeconds: number
  readonly clock: Pick<DatabaseClock, 'offsetMs'>
}

const respondWithinMs = 2_000

/** Checks every dependency. Skips checks that need the database while it is unavailable. */
export async function healthOf({
  database,
  diskFault,
  redis,
  jobQueue,
  heartbeats,
  upSeconds,
  clock,
}: HealthParts): Promise<Health> {
  const redisHealth = redis === null ? [] : [partOf('redis', redis.ping, redisFault)]
  const databaseHealth = await databaseOf(database)
  const ready = databaseHealth.state !== 'away'
  const queueHealth = ready ? queueOf(jobQueue) : away('queue', 'The database does not respond.')
  const disk = await diskOf(diskFault)
  // Otherwise every heartbeat fails, and nothing is known of the roles.
  const isStoring = databaseHealth.state === 'ok' && disk.every(({ state }) => state !== 'full')
  const roles = isStoring ? rolesOf(heartbeats, upSeconds) : []
  const parts = await Promise.all([...redisHealth, queueHealth])
  return { ready, parts: [databaseHealth, ...disk, ...parts, ...(await roles), ...clockOf(clock)] }
}

/** Searches still work in a read-only database, so the server stays ready. */
async function databaseOf(database: HealthParts['database']): Promise<PartHealth> {
  let isReadOnly = false
  let fault: unknown
  const health = await partOf('database', async () => {
    try {
      ;({ isReadOnly } = await database.ping())
      return true
    } catch (error) {
      fault = error
      return false
    }
  })
  if (fault instanceof Unavailable) return away('database', fault.message)
  return isReadOnly ? { part: 'database', state: 'read_only', reason: readOnlyMessage } : health
}

/** Included only if it has a fault. Searches still work then, so the server stays ready. */
async function diskOf(diskFault: HealthParts['diskFault']): Promise<readonly PartHealth[]> {
  const fault = await diskFault().catch(() => null)
  return fault === null ? [] : [{ part: 'disk', state: fault, reason: diskFaultText[fault] }]
}

/** The text for each fault of a disk. */
export const diskFaultText: { readonly [Fault in DiskFault]: string } = {
  full: 'The disk of the database is full (an embedded one: less than 64 MiB free), and nothing can be stored.',
  low: 'The disk of the database has less than 512 MiB or 5 % free.',
}

type Dependency = Exclude<PartHealth['part'], 'disk' | BackgroundRole>

const names: { readonly [Part in Dependency]: string } = {
  database: 'The database',
  redis: 'Redis',
  queue: 'The queue',
  clock: 'The clock',
}

const away = (part: Dependency, reason: string): PartHealth => ({ part, state: 'away', reason })

/** A Redis that is full or a replica responds, but counts nothing. */
const redisFault = 'Redis does not respond, or stores nothing.'

async function partOf(
  part: Dependency,
  ping: () => Promise<boolean>,
  fault = `${names[part]} does not respond.`,
): Promise<PartHealth> {
  const responds = await Promise.race([
    ping().catch(() => false),
    sleep(respondWithinMs, false, { ref: false }),
  ])
  return responds ? { part, state: 'ok' } : away(part, fault)
}

async function queueOf(jobQueue: HealthParts['jobQueue']): Promise<PartHealth> {
  let overdueSeconds = 0
  const health = await partOf('queue', async () => {
    overdueSeconds = await jobQueue.overdueSeconds()
    return true
  })
  return isStalled(overdueSeconds)
    ? away('queue', 'Jobs are waiting, and no worker runs them.')
    : health
}

/**
 * The roles that run somewhere, and those without a heartbeat for a minute. Omits missing roles
 * while this process has run for less than a minute, because they may be starting.
 */
async function rolesOf(
  heartbeats: HealthParts['heartbeats'],
  upSeconds: number,
): Promise<readonly PartHealth[]> {
  const late = sleep(respondWithinMs, null, { ref: false })
  const running = await Promise.race([heartbeats.listRunning().catch(() => null), late])
  if (running === null) return []
  const missing = upSeconds < heartbeatLifetimeSeconds ? [] : missingRoles(running)
  return [
    ...running.map((part) => ({ part, state: 'ok' }) as const),
    ...missing.map((part) => ({ part, state: 'missing', reason: missingRoleText[part] }) as const),
  ]
}

const clockOffsetSecondsMax = 5

/**
 * Included only if this machine's clock or the database's is wrong. Both continue, because Ken
 * corrects for it.
 */
function clockOf({ offsetMs }: HealthParts['clock']): readonly PartHealth[] {
  const seconds = Math.round(offsetMs() / 1_000)
  if (Math.abs(seconds) <= clockOffsetSecondsMax) return []
  const side = seconds > 0 ? 'behind' : 'ahead of'
  return [
    away(
      'clock',
      `The clock of this server is ${Math.abs(seconds)} s ${side} the database’s. Set up NTP on both.`,
    ),
  ]
}
