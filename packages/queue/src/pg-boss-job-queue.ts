import { jobKinds, type DeadLetter, type JobQueue, type RemovalJob } from '@ken/core/ports'
import type { Connection } from './connection.ts'
import { deadLetterQueue, jobQueueNames, kindOf, pacedQueue, type JobQueueName } from './queues.ts'

/** Reads the tables directly: loading pg-boss takes long, and its counts are up to a minute old. */
export const pgBossJobQueue = ({ executeSql }: Connection, schema: string): JobQueue => ({
  async count() {
    const { rows } = await executeSql(countJobs(schema), [jobQueueNames, deadLetterQueue])
    const counted = rows as readonly Counted[]
    const totalOf = (ofKind: readonly Counted[], state: CountedState) =>
      ofKind.reduce((total, row) => total + row[state], 0)
    return jobKinds.map((kind) => {
      const ofKind = counted.filter(({ queue }) => kindOf(queue) === kind)
      return {
        kind,
        waiting: totalOf(ofKind, 'waiting'),
        delayed: totalOf(ofKind, 'delayed'),
        running: totalOf(ofKind, 'running'),
        deadLettered: totalOf(ofKind, 'deadLettered'),
      }
    })
  },

  async listDead(limit) {
    const { rows } = await executeSql(listDead(schema), [deadLetterQueue, limit, jobQueueNames])
    return (rows as readonly Dead[]).map(({ queue, ...row }) => ({ kind: kindOf(queue), ...row }))
  },

  async listRemovals(limit) {
    const { rows } = await executeSql(listRemovals(schema), [deadLetterQueue, limit])
    return rows as readonly RemovalJob[]
  },

  async overdueSeconds() {
    const { rows } = await executeSql(longestDue(schema), [
      jobQueueNames.filter((name) => name !== pacedQueue),
    ])
    return (rows as readonly { readonly seconds: number }[])[0]!.seconds
  },
})

type CountedState = 'waiting' | 'delayed' | 'running' | 'deadLettered'
type Counted = { readonly queue: JobQueueName } & { readonly [State in CountedState]: number }
type Dead = Omit<DeadLetter, 'kind'> & { readonly queue: JobQueueName }

/** $1 the queues of jobs, $2 that of dead letters. */
const countJobs = (schema: string): string => `
select queue,
  count(*) filter (where name <> $2 and state < 'active')::int as waiting,
  count(*) filter (where name <> $2 and state < 'active' and start_after > now())::int as delayed,
  count(*) filter (where name <> $2 and state = 'active')::int as running,
  count(*) filter (where name = $2)::int as "deadLettered"
from (select name, state, start_after, case when name = $2 then source_name else name end as queue from ${schema}.job) as job
where queue = any($1::text[]) and state <= 'active'
group by queue
`

/** $1 the queue of dead letters, $2 how many, $3 the queues of jobs: a newer version may have more. */
const listDead = (schema: string): string => `
select source_id as id, source_name as queue, source_retry_count + 1 as attempts, source_created_on as "createdAt",
  created_on as "deadLetteredAt", source_output ->> 'reason' as reason,
  -- An earlier version stored no fault.
  coalesce(source_output ->> 'fault', case when source_output ? 'reason' then 'failed' end) as fault
from ${schema}.job where name = $1 and state < 'active' and source_name = any($3::text[])
order by created_on desc, id desc limit $2
`

/** $1 the queue of dead letters, $2 how many. A retry that runs has the output of the attempt before. */
const listRemovals = (schema: string): string => `
select id, source, state, reason from (
  select id::text, data ->> 'source' as source, case when retry_count = 0 and state <> 'retry' then 'fresh' else 'retried' end as state,
    output ->> 'reason' as reason, created_on
  from ${schema}.job where name = 'remove_source' and state <= 'active'
  union all
  select source_id::text, data ->> 'source', 'dead', source_output ->> 'reason', created_on
  from ${schema}.job where name = $1 and source_name = 'remove_source' and state < 'active'
) as removal
order by array_position(array['fresh', 'retried', 'dead'], state), created_on desc, id limit $2
`

/** $1 the queues whose jobs wait only for a worker, or for another job of their group. */
const longestDue = (schema: string): string => `
select coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as seconds
from ${schema}.job as due where name = any($1::text[]) and state < 'active' and start_after <= now()
  and (group_id is null or not exists (
    select from ${schema}.job as running
    where running.name = due.name and running.state = 'active' and running.group_id = due.group_id
  ))
`
