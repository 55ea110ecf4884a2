import { ownJobIdOf, type Job, type JobQueue, type JobStore } from '@ken/core/ports'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection } from './connection.ts'
import { pgBossJobQueue } from './pg-boss-job-queue.ts'
import { deadLetterQueue, jobQueueNames, queueNameOf, type JobQueueName } from './queues.ts'

export type QueueOptions = {
  readonly connection: Connection
  /** The schema that pg-boss keeps its tables in. */
  readonly schema: string
}

export type Queue = {
  /** The store of the transaction that a connection runs. */
  readonly within: (connection: Connection) => JobStore
  readonly jobQueue: JobQueue
}

/** The queue of a database that was prepared, to add jobs and to look at them. Nothing of it stays open. */
export function openQueue({ connection, schema }: QueueOptions): Queue {
  const adding = once(
    async () => new (await import('pg-boss')).PgBoss({ db: { executeSql: askInTransaction }, schema, migrate: false }),
  )
  return {
    jobQueue: pgBossJobQueue(connection, schema),
    within: (transaction) => ({
      async enqueue(jobs) {
        if (jobs.length === 0) return
        const boss = await adding()
        await transactions.run(transaction, async () => {
          for (const [name, data] of byQueue(jobs)) await boss.insert(name, data)
        })
      },
      async retryDead(wanted) {
        const found = await deadLetters(transaction, schema, wanted)
        if (found.length === 0) return []
        const { PgBoss } = await import('pg-boss')
        const boss = new PgBoss({ db: transaction, schema, migrate: false })
        await boss.redrive(deadLetterQueue, { ids: found.map(({ row }) => row), limit: found.length })
        return found.map(({ id }) => id)
      },
    }),
  }
}

/** The rows of dead letters and the ids they are known by, held until the transaction ends. */
async function deadLetters({ executeSql }: Connection, schema: string, wanted: readonly string[] | 'all') {
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
 * Where whoever adds jobs asks what it has to know: with a connection of its own it would wait for ever for the only one of
 * an embedded database.
 */
const transactions = new AsyncLocalStorage<Connection>()
const askInTransaction: Connection['executeSql'] = (text, values) => {
  const transaction = transactions.getStore()
  if (transaction === undefined) throw new Error('Jobs are added in a transaction.')
  return transaction.executeSql(text, values)
}

/** Makes a thing when it is first needed. It is kept, and knows the queues from then on. */
function once<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let made: Promise<Thing> | null = null
  return () => (made ??= make())
}

type Added = { readonly id?: string; readonly data: Job }

/** One statement adds any number to a queue. It takes none twice that has an id, and passes over those that are there. */
function byQueue(jobs: readonly Job[]): ReadonlyMap<JobQueueName, Added[]> {
  const added = jobs.map((data): Added => {
    const id = ownJobIdOf(data)
    return id === null ? { data } : { id, data }
  })
  const isFirst = ({ id }: Added, place: number) => id === undefined || added.findIndex((other) => other.id === id) === place
  return Map.groupBy(added.filter(isFirst), ({ data }) => queueNameOf(data))
}
