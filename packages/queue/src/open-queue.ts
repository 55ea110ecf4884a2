import { jobKeyOf, type Job, type JobQueue, type JobStore } from '@ken/core/ports'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection } from './connection.ts'
import { jobIdOfPost } from './job-id.ts'
import { pgBossJobQueue } from './pg-boss-job-queue.ts'
import {
  deadLetterQueue,
  groupOf,
  isChat,
  jobOf,
  jobQueueNames,
  kindOf,
  priorityOf,
  queueNameOf,
  type JobQueueName,
  type QueuedJob,
} from './queues.ts'

export type QueueOptions = {
  readonly connection: Connection
  /** The schema that pg-boss keeps its tables in. */
  readonly schema: string
}

export type Queue = {
  /** The job store of a transaction. */
  readonly within: (connection: Connection) => JobStore
  readonly jobQueue: JobQueue
}

/** Adds jobs to the queue of a prepared database, and reads them. Keeps nothing open. */
export function openQueue({ connection, schema }: QueueOptions): Queue {
  const adding = createOnce(
    async () =>
      new (await import('pg-boss')).PgBoss({
        db: { executeSql: askInTransaction },
        schema,
        migrate: false,
      }),
  )
  return {
    jobQueue: pgBossJobQueue(connection, schema),
    within: (transaction) => ({
      async enqueue(jobs) {
        if (jobs.length === 0) return
        const boss = await adding()
        await transactions.run(transaction, async () => {
          for (const [name, group] of byQueue(jobs)) await boss.insert(name, [...group])
        })
      },
      async retryDead(wanted) {
        const found = await deadLetters(transaction, schema, wanted)
        if (found.length === 0) return []
        const { PgBoss } = await import('pg-boss')
        const boss = new PgBoss({ db: transaction, schema, migrate: false })
        await boss.redrive(deadLetterQueue, {
          ids: found.map(({ row }) => row),
          limit: found.length,
        })
        return found.map(({ id }) => id)
      },
      async dropWaiting(kinds) {
        const names = jobQueueNames.filter((name) => kinds.some((kind) => kind === kindOf(name)))
        const ask = async (statement: string) => {
          const { rows } = await transaction.executeSql(statement, [names])
          return (rows as readonly { readonly data: QueuedJob }[]).map(({ data }) => jobOf(data))
        }
        return { dropped: await ask(dropWaiting(schema)), kept: await ask(unfinished(schema)) }
      },
    }),
  }
}

/**
 * $1 the queues. A job without a heartbeat for as long as its queue allows has lost its worker. Jobs of a post have the
 * same id in several queues.
 */
const dropWaiting = (schema: string): string => `
with held as materialized (
  select name, id from ${schema}.job
  where name = any($1::text[]) and (
    state < 'active' or state = 'active' and heartbeat_on < now() - heartbeat_seconds * interval '1 second'
  )
  for update skip locked
)
delete from ${schema}.job where name = any($1::text[]) and (name, id) in (select * from held) returning data
`

/** $1 the queues. */
const unfinished = (schema: string): string =>
  `select data from ${schema}.job where name = any($1::text[]) and state <= 'active'`

/** Locks dead letters until the transaction ends. Returns their rows and log ids. */
async function deadLetters(
  { executeSql }: Connection,
  schema: string,
  wanted: readonly string[] | 'all',
) {
  const { rows } = await executeSql(
    `select id as row, source_id as id from ${schema}.job
     where name = $1 and state < 'active' and ($2::text[] is null or source_id::text = any($2::text[]))
       and source_name = any($3::text[])
     order by created_on, id for update skip locked`,
    [deadLetterQueue, wanted === 'all' ? null : wanted, jobQueueNames],
  )
  return rows as readonly { readonly row: string; readonly id: string }[]
}

/**
 * The transaction that adds jobs. pg-boss reads its metadata over it, too: waiting for a second
 * connection would block for ever on an embedded database, which has only one.
 */
const transactions = new AsyncLocalStorage<Connection>()
const askInTransaction: Connection['executeSql'] = (text, values) => {
  const transaction = transactions.getStore()
  if (transaction === undefined) throw new Error('Jobs are added in a transaction.')
  return transaction.executeSql(text, values, insertion.test(text) ? 'unread' : undefined)
}

/** The only statement that writes. */
const insertion = /\binsert into\b/i

/** Creates a value on first use. It is kept. */
function createOnce<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let created: Promise<Value> | null = null
  return () => (created ??= create())
}

type Added = {
  readonly id?: string
  readonly data: QueuedJob
  readonly priority: number
  /** Workers take one job of a group at a time. */
  readonly group?: { readonly id: string }
}

/**
 * Groups jobs so that one statement adds all jobs of a queue. A job whose id is there already is
 * skipped.
 */
function byQueue(jobs: readonly Job[]): ReadonlyMap<JobQueueName, readonly Added[]> {
  const added = jobs.map((data): Added => {
    const key = jobKeyOf(data)
    const group = groupOf(data)
    return {
      ...(key !== null && { id: jobIdOfPost(key) }),
      data,
      priority: priorityOf(data),
      ...(group !== null && { group: { id: group } }),
    }
  })
  const isFirst = ({ id }: Added, place: number) =>
    id === undefined || added.findIndex((other) => other.id === id) === place
  const groups = Map.groupBy(added.filter(isFirst), ({ data }) => queueNameOf(data))
  return new Map([...groups].map(([name, group]) => [name, isChat(name) ? markOnly(group) : group]))
}

/** Marks the only job of a group. */
function markOnly(group: readonly Added[]): readonly Added[] {
  const [only] = group
  return group.length > 1 || only?.id === undefined
    ? group
    : [{ ...only, data: { ...only.data, onlyJobId: only.id } }]
}
