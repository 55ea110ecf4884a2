import { err, ok } from '@ken/core'
import { noHistory, type Job, type JobOutcome, type JobHistory } from '@ken/core/ports'
import { anAnswerJob, newChatPostId } from '@ken/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { JobWork } from '../take-jobs.ts'
import { anInvitation, aReset, type QueueWorld } from './queue-world.ts'

const done: JobOutcome = ok(null)
const deferred: JobOutcome = err({ code: 'mail.deferred', reason: 'The mail server is busy.' })
const unknown: JobOutcome = err({ code: 'mail.unknown', reason: 'The mail server is silent.' })

/** What a try leaves if it surely had no effect. */
const left = (reason: string, fault = 'mail.deferred') => ({ reason, fault, mayBeDone: false })

/** Starts paced jobs immediately. */
const unpaced = (runJob: JobWork['runJob']): JobWork => ({
  runJob,
  paced: { concurrencyMax: 1, batchMax: 1, waitForSlot: async () => {} },
})

/** What a worker does with jobs. `races: false` omits tests that need two workers. */
export function jobsContract(
  open: () => Promise<QueueWorld>,
  { races }: { readonly races: boolean },
): void {
  const world = async () => {
    const opened = await open()
    onTestFinished(opened.close)
    return opened
  }
  describe('jobs', () => {
    describe('outcomes', () => {
      it('are fetched as soon as their transaction has committed, unchanged', async () => {
        const { work, enqueue, inState } = await world()
        const received: Job[] = []
        await work({ jobs: unpaced(async (job) => (received.push(job), done)) })
        const jobs = [aReset('ada'), anInvitation('one', false), anInvitation('two', true)]
        await enqueue(...jobs)
        // Without a notification, workers poll every five seconds.
        await expect.poll(() => received, { timeout: 3_000 }).toHaveLength(3)
        expect(received).toEqual(expect.arrayContaining(jobs))
        await expect.poll(() => inState('completed')).toHaveLength(3)
      })

      it('of chats reach the workers unchanged, whether they come alone or together', async () => {
        const { work, enqueue, inState } = await world()
        const received: Job[] = []
        await work({ jobs: unpaced(async (job) => (received.push(job), done)) })
        const together = Array.from({ length: 20 }, () => anAnswerJob({ postId: newChatPostId() }))
        const alone = Array.from({ length: 20 }, () => anAnswerJob({ postId: newChatPostId() }))
        await enqueue(...together)
        await Promise.all(alone.map((job) => enqueue(job)))
        // One after the other would take a second each.
        await expect.poll(() => received, { timeout: 4_000 }).toHaveLength(40)
        expect(received).toEqual(expect.arrayContaining([...together, ...alone]))
        await expect.poll(() => inState('completed')).toHaveLength(40)
      })

      it('of chats that waited for a worker are found faster than one per poll', async () => {
        const { work, enqueue, inState, sql } = await world()
        for (let count = 0; count < 60; count += 1)
          await enqueue(anAnswerJob({ postId: newChatPostId() }))
        await sql(`update pgboss.job set created_on = created_on - interval '1 minute'`)
        await work({ jobs: unpaced(async () => done) })
        // One per poll would take half a minute, after the first ones of each slot.
        await expect.poll(() => inState('completed'), { timeout: 8_000 }).toHaveLength(60)
      })

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

      it('R86 remember for good that an earlier try may have succeeded', async () => {
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
        for (let tries = 1; tries <= 4; tries += 1) {
          // Wakes the workers.
          await enqueue(aReset('cy'))
          await expect.poll(() => known).toHaveLength(tries)
          await expect.poll(() => inState('retry')).toHaveLength(tries === 4 ? 0 : 1)
          await sql(`update pgboss.job set start_after = now() where state = 'retry'`)
        }
        expect(known).toEqual([false, false, true, true])
      })

      it('R86 become dead letters when a try fails after their expiry', async () => {
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
    describe('order', () => {
      it('are fetched in batches if they are paced, and each is settled by its own outcome', async () => {
        const { work, enqueue, inState } = await world()
        await enqueue(
          ...Array.from({ length: 7 }, (_, position) => anInvitation(`${position}`, true)),
        )
        await work({
          jobs: {
            runJob: deferOne,
            paced: { concurrencyMax: 6, batchMax: 3, waitForSlot: async () => {} },
          },
        })
        await expect.poll(() => inState('completed').then(({ length }) => length)).toBe(6)
        expect(await inState('retry')).toMatchObject([
          { data: anInvitation('1', true), output: left('The mail server is busy.') },
        ])
      })

      it('do not wait for paced jobs, and paced jobs start one at a time', async () => {
        const { work, enqueue, inState } = await world()
        const received: string[] = []
        const turns: (() => void)[] = []
        let isRelaxed = false
        const waitForSlot = () =>
          new Promise<void>((begin) => (isRelaxed ? begin() : turns.push(begin)))
        const runJob: JobWork['runJob'] = async (job) => {
          received.push(job.kind === 'deliver_invitation' ? job.invitationId : job.kind)
          return done
        }
        await enqueue(
          ...Array.from({ length: 50 }, (_, position) => anInvitation(`${position}`, true)),
        )
        await work({ jobs: { runJob, paced: { concurrencyMax: 2, batchMax: 1, waitForSlot } } })
        await expect.poll(() => turns).toHaveLength(2)
        await enqueue(aReset('ada'), anInvitation('alone', false))
        await expect.poll(() => received.toSorted()).toEqual(['alone', 'deliver_password_reset'])
        expect(turns).toHaveLength(2)
        turns[0]!()
        await expect.poll(() => turns).toHaveLength(3)
        expect(received).toHaveLength(3)
        isRelaxed = true
        turns.forEach((begin) => begin())
        await expect.poll(() => inState('completed').then(({ length }) => length)).toBe(52)
      })
    })
    describe('end', () => {
      it('that are running are finished at shutdown, and no more are fetched', async () => {
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

      it('of a worker that died go to another', async () => {
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

      it('that completed are deleted after an hour, and dead letters after a month', async () => {
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
    // oxlint-disable-next-line vitest/no-conditional-tests -- PGlite has one connection
    if (races)
      describe('sharing', () => {
        it('run once each, with any number of workers', async () => {
          const { work, enqueue, inState } = await world()
          const counts = [0, 0, 0]
          for (const position of counts.keys())
            await work({
              jobs: unpaced(async () => {
                counts[position]! += 1
                return done
              }),
            })
          await enqueue(...Array.from({ length: 300 }, (_, position) => aReset(`${position}`)))
          await expect
            .poll(() => inState('completed').then(({ length }) => length), { timeout: 10_000 })
            .toBe(300)
          expect(counts[0]! + counts[1]! + counts[2]!).toBe(300)
          expect(Math.min(...counts)).toBeGreaterThan(0)
        })
      })
  })
}

const deferOne: JobWork['runJob'] = async (job) =>
  job.kind === 'deliver_invitation' && job.invitationId === '1' ? deferred : done
