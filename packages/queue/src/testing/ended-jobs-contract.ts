import { noHistory, type Job, type JobHistory } from '@ken/core/ports'
import { anAnswerJob } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { closedAfterTest, done, type OpenWorld, unpaced } from './job-work.ts'
import { aReset } from './queue-world.ts'

/** What ends a job: a shutdown, a worker that died, an operator, age. */
export function endedJobsContract(open: OpenWorld): void {
  const world = closedAfterTest(open)
  describe('jobs', () => {
    it('are finished before a shutdown if they have begun, and no more are fetched', async () => {
      const { work, enqueue, inState } = await world()
      const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
      let begun = 0
      const { close } = await work({
        jobs: unpaced(async () => {
          begun += 1
          await mayEnd
          return done
        }),
      })
      await enqueue(...Array.from({ length: 5 }, (_, position) => aReset(`${position}`)))
      await expect.poll(() => begun).toBe(3)
      const closed = close()
      end()
      await closed
      expect(
        [await inState('completed'), await inState('created')].map(({ length }) => length),
      ).toEqual([3, 2])
    })

    it('go to another worker if theirs died', async () => {
      const { work, enqueue, inState, sql } = await world()
      await enqueue(aReset('ada'))
      await sql(
        `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '21 seconds'`,
      )
      await sql('update pgboss.queue set monitor_claim_on = null, monitor_on = null')
      const pasts: JobHistory[] = []
      await work({ jobs: unpaced(async (_job, past) => (pasts.push(past), done)) })
      await expect.poll(() => inState('retry'), { timeout: 5_000 }).toHaveLength(1)
      await sql(`update pgboss.job set start_after = now()`)
      await enqueue(aReset('bob'))
      await expect.poll(() => inState('completed')).toHaveLength(2)
      expect(pasts).toEqual(
        expect.arrayContaining([noHistory, { mayBeDone: true, isAbandoned: true }]),
      )
      expect(pasts).toHaveLength(2)
    })

    it('go to another worker if theirs died, and schedules run, after the clock was set back', async () => {
      const { work, enqueue, inState, sql } = await world()
      await enqueue(aReset('ada'))
      await sql(
        `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '21 seconds'`,
      )
      await sql(`
        update pgboss.version set cron_on = now() + interval '1 year';
        update pgboss.queue set monitor_claim_on = now() + interval '1 year', monitor_on = now() + interval '1 year'
      `)
      await work({ jobs: unpaced(async () => done) })
      await expect.poll(() => inState('retry'), { timeout: 5_000 }).toHaveLength(1)
      expect(await sql('select from pgboss.version where cron_on > now()')).toEqual([])
    })

    it('count as left by a dead worker if they ran while the clock was ahead and it was set back', async () => {
      const { work, enqueue, sql } = await world()
      await enqueue(aReset('ada'))
      await sql(
        `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() + interval '1 year'`,
      )
      await work({ jobs: unpaced(async () => done) })
      expect(await sql('select from pgboss.job where heartbeat_on > now()')).toEqual([])
    })

    it('are dropped if their worker died or they wait for a retry, and not while they run', async () => {
      const { within, enqueue, sql } = await world()
      await enqueue(aReset('running'), aReset('left'), aReset('again'))
      const change = (name: string, changes: string) =>
        sql(`update pgboss.job set ${changes} where data ->> 'email' like '${name}@%'`)
      await change('running', `state = 'active', started_on = now(), heartbeat_on = now()`)
      await change(
        'left',
        `state = 'active', started_on = now(), heartbeat_on = now() - interval '21 seconds'`,
      )
      await change('again', `state = 'retry', start_after = now() + interval '1 hour'`)
      await within(async (jobs) => {
        const { dropped, kept } = await jobs.dropWaiting(['deliver_password_reset'])
        expect(dropped).toHaveLength(2)
        expect(dropped).toEqual(expect.arrayContaining([aReset('left'), aReset('again')]))
        expect(kept).toEqual([aReset('running')])
      })
      expect(await sql(`select data ->> 'email' as email from pgboss.job`)).toEqual([
        { email: 'running@example.com' },
      ])
    })

    it('are dropped while another one of their post runs, such as the one that queued them', async () => {
      const { within, enqueue, sql } = await world()
      const answer = anAnswerJob()
      const admission: Job = { ...answer, kind: 'admit_chat_sender', wasLinked: false }
      await enqueue(answer)
      await sql(`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()`)
      await enqueue(admission)
      await within(async (jobs) =>
        expect(await jobs.dropWaiting(['answer_chat_post', 'admit_chat_sender'])).toEqual({
          dropped: [admission],
          kept: [answer],
        }),
      )
      expect(await sql('select name from pgboss.job')).toEqual([{ name: 'answer_chat_post' }])
    })

    it('are deleted an hour after they completed, and dead letters after a month', async () => {
      const { work, enqueue, sql } = await world()
      await enqueue(aReset('done'), aReset('just-done'), aReset('dead'), aReset('just-dead'))
      const age = (name: string, changes: string) =>
        sql(`update pgboss.job set ${changes} where data ->> 'email' like '${name}@%'`)
      await age('done', `state = 'completed', completed_on = now() - interval '61 minutes'`)
      await age('just-done', `state = 'completed', completed_on = now() - interval '59 minutes'`)
      await age('dead', `name = 'dead_letter', keep_until = now() - interval '1 minute'`)
      await age('just-dead', `name = 'dead_letter'`)
      await sql('update pgboss.queue set maintain_on = null')
      await work({ checkSeconds: 1, jobs: null })
      const kept = () =>
        sql<{ email: string }>(`select data ->> 'email' as email from pgboss.job order by 1`)
      await expect
        .poll(kept, { timeout: 5_000 })
        .toEqual([{ email: 'just-dead@example.com' }, { email: 'just-done@example.com' }])
    })
  })
}
