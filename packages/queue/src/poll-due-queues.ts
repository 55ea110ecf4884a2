import type { Connection } from './connection.ts'
import { jobQueueNames } from './queues.ts'

/** `stop` resolves once no look is under way. */
type Polling = { readonly stop: () => Promise<void> }

/** How often to look for delayed jobs, and for all jobs while notifications do not arrive. */
const pollMs = 1_000

/**
 * Regularly passes on the queues with a job whose time has come, until it is stopped. All queues are looked through in one
 * statement. Such a job may still wait for another one of its group.
 */
export function pollDueQueues(
  { executeSql }: Connection,
  schema: string,
  poll: (name: string) => void,
): Polling {
  const text = withDueJob(schema)
  let looking: Promise<void> | null = null
  const look = async () => {
    try {
      const { rows } = await executeSql(text, [jobQueueNames])
      for (const { name } of rows as readonly { readonly name: string }[]) poll(name)
    } catch {
      // The connection has logged it. The next look finds the same.
    }
    looking = null
  }
  const timer = setInterval(() => {
    looking ??= look()
  }, pollMs)
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

/** $1 the queues. It finds the first due job of each by the index from which pg-boss fetches. */
const withDueJob = (schema: string): string => `
select name from unnest($1::text[]) as asked (name)
where exists (
  select from ${schema}.job_common as job
  where job.name = asked.name and job.state < 'active' and not job.blocked and job.start_after <= now()
)
`
