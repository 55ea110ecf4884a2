import { isNeglected, type Ports } from '@ken/core'
import type { Database } from '@ken/postgres'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Health, PartHealth } from './ken.ts'

export type HealthParts = {
  readonly database: Pick<Database, 'ping'>
  /** Null when there is none to look at. */
  readonly redis: { readonly ping: () => Promise<boolean> } | null
  readonly jobQueue: Ports['jobQueue']
}

const answerWithinMs = 2_000

/** Looks at every part that Ken depends on. What lies in the database is not looked at while that is away. */
export async function healthOf({ database, redis, jobQueue }: HealthParts): Promise<Health> {
  const redisHealth = redis === null ? [] : [partOf('redis', redis.ping)]
  const databaseHealth = await partOf('database', () => database.ping().then(() => true))
  const ready = databaseHealth.state === 'ok'
  const queueHealth = ready ? queueOf(jobQueue) : away('queue', 'The database does not answer.')
  return { ready, parts: [databaseHealth, ...(await Promise.all([...redisHealth, queueHealth]))] }
}

const names: { readonly [Part in PartHealth['part']]: string } = {
  database: 'The database',
  redis: 'Redis',
  queue: 'The queue',
}

const away = (part: PartHealth['part'], reason: string): PartHealth => ({ part, state: 'away', reason })

async function partOf(part: PartHealth['part'], ping: () => Promise<boolean>): Promise<PartHealth> {
  const answers = await Promise.race([ping().catch(() => false), sleep(answerWithinMs, false, { ref: false })])
  return answers ? { part, state: 'ok' } : away(part, `${names[part]} does not answer.`)
}

async function queueOf(jobQueue: HealthParts['jobQueue']): Promise<PartHealth> {
  let overdueSeconds = 0
  const health = await partOf('queue', async () => {
    overdueSeconds = await jobQueue.overdueSeconds()
    return true
  })
  return isNeglected(overdueSeconds) ? away('queue', 'Jobs wait, and no worker takes them.') : health
}
