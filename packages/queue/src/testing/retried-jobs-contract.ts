import { err } from '@ken/core'
import { Unavailable, type Job, type JobOutcome } from '@ken/core/ports'
import { anAnswerJob } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { closedAfterTest, deferred, done, left, type OpenWorld, unpaced } from './job-work.ts'
import { anInvitation, aReset } from './queue-world.ts'

/** What happens to a job whose attempt was deferred or failed. */
export function retriedJobsContract(open: OpenWorld): void {
  const world = closedAfterTest(open)
  describe('jobs', () => {
    it('R86 are retried with a growing backoff when they were deferred or failed', async () => {
      const { work, enqueue, inState, sql } = await world()
      const outcome = {
        ada: async () => deferred,
        bob: async () => Promise.reject(new Error('down')),
        cy: async () => done,
      }
      const tried: string[] = []
      await work({
        jobs: unpaced(async (job) => {
          const name = 'email' in job ? (job.email.split('@')[0] as keyof typeof outcome) : 'cy'
          tried.push(name)
          return outcome[name]()
        }),
      })
      await enqueue(aReset('ada'), aReset('bob'))
      for (const pauseMin of [5, 10, 20]) {
        // Wakes the workers.
        await enqueue(aReset('cy'))
        await expect.poll(() => tried.toSorted()).toEqual(['ada', 'bob', 'cy'])
        await expect.poll(() => inState('retry')).toHaveLength(2)
        for (const { pause } of await inState('retry')) {
          expect(pause).toBeGreaterThan(pauseMin - 2)
          expect(pause).toBeLessThan(2 * pauseMin)
        }
        tried.length = 0
        await sql(`update pgboss.job set start_after = now() where state = 'retry'`)
      }
    })

    it('R86 are retried when a pause is over that a server asked for, and later with the usual backoff', async () => {
      const { work, enqueue, inState, sql } = await world()
      const busy = {
        code: 'chat.deferred',
        reason: 'The chat asked for fewer messages.',
      } as const
      const retryAfterSeconds = 40
      const toCome: (() => Promise<JobOutcome>)[] = [
        async () => err({ ...busy, pauseSeconds: 300 }),
        () => Promise.reject(new Unavailable('chat', 'The chat is busy.', { retryAfterSeconds })),
        // The backoff is longer.
        async () => err({ ...busy, pauseSeconds: 4 }),
        async () => deferred,
        async () => done,
      ]
      const paused = anAnswerJob()
      const isPaused = (job: Job) => 'postId' in job && job.postId === paused.postId
      await work({ jobs: unpaced(async (job) => (isPaused(job) ? toCome.shift()!() : done)) })
      await enqueue(paused)
      for (const [pauseMin, pauseMax] of [
        [200, 300],
        [20, 40],
        [0, 8],
        [0, 16],
      ] as const) {
        await expect.poll(() => inState('retry')).toHaveLength(1)
        const [{ pause } = { pause: 0 }] = await inState('retry')
        expect(pause).toBeGreaterThan(pauseMin)
        expect(pause).toBeLessThanOrEqual(pauseMax)
        const remaining = toCome.length
        await sql(`update pgboss.job set start_after = now() where state = 'retry'`)
        // Wakes the workers.
        await enqueue(anAnswerJob())
        await expect.poll(() => toCome).toHaveLength(remaining - 1)
      }
      await expect.poll(() => inState('completed')).toHaveLength(5)
    })

    it('R10 are logged by id and kind, and their errors stay out of the queue', async () => {
      const { work, enqueue, inState, log } = await world()
      await work({
        jobs: unpaced(async (job) => {
          if (job.kind === 'deliver_invitation') return deferred
          throw new Error('refused: ada@example.com')
        }),
      })
      await enqueue(aReset('ada'), anInvitation('one', false))
      await expect.poll(() => inState('retry')).toHaveLength(2)
      const rows = await inState('retry')
      expect(rows.map(({ output }) => output)).toEqual(
        expect.arrayContaining([left('failed', 'failed'), left('The mail server is busy.')]),
      )
      const id = rows.find(({ name }) => name === 'deliver_invitation')!.id
      const fields = {
        job: id,
        kind: 'deliver_invitation',
        tries: 1,
        reason: 'The mail server is busy.',
      }
      expect(log.lines).toContainEqual({ level: 'warn', event: 'job.deferred', fields })
    })

    it('R86 remember for good that an earlier attempt may have succeeded', async () => {
      const { work, enqueue, inState, sql } = await world()
      const toCome = [deferred, unknown, deferred]
      const known: boolean[] = []
      await work({
        jobs: unpaced(async (job, { mayBeDone, isAbandoned }) => {
          if (!('email' in job) || job.email !== 'ada@example.com') return done
          known.push(mayBeDone)
          return isAbandoned ? done : (toCome.shift() ?? done)
        }),
      })
      await enqueue(aReset('ada'))
      for (let attempts = 1; attempts <= 4; attempts += 1) {
        // Wakes the workers.
        await enqueue(aReset('cy'))
        await expect.poll(() => known).toHaveLength(attempts)
        await expect.poll(() => inState('retry')).toHaveLength(attempts === 4 ? 0 : 1)
        await sql(`update pgboss.job set start_after = now() where state = 'retry'`)
      }
      expect(known).toEqual([false, false, true, true])
    })

    it('R86 become dead letters when an attempt fails after their expiry', async () => {
      const { work, enqueue, inState, sql, log } = await world()
      await enqueue(aReset('ada'), anInvitation('one', false), anInvitation('two', true))
      await sql(`update pgboss.job set created_on = now() - interval '2 hours'`)
      await work({ jobs: unpaced(async () => deferred) })
      await expect.poll(() => inState('retry')).toHaveLength(2)
      const [dead, ...rest] = await inState('created')
      expect(rest).toEqual([])
      expect(dead).toMatchObject({
        name: 'dead_letter',
        source_name: 'deliver_password_reset',
        data: aReset('ada'),
      })
      expect(dead).toMatchObject({
        source_output: { reason: 'The mail server is busy.', fault: 'mail.deferred' },
        source_retry_count: 0,
      })
      const fields = {
        job: dead!.source_id,
        kind: 'deliver_password_reset',
        tries: 1,
        reason: 'The mail server is busy.',
      }
      expect(log.lines).toContainEqual({ level: 'error', event: 'job.given_up', fields })
    })
  })
}

const unknown: JobOutcome = err({ code: 'mail.unknown', reason: 'The mail server is silent.' })
