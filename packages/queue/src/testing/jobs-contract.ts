import { err, ok } from '@ken/core'
import { noHistory, Unavailable, type Job, type JobOutcome, type JobHistory } from '@ken/core/ports'
import { anAnswerJob, newChatPostId } from '@ken/core/testing'
import { connectionsOf } from '@ken/postgres'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Connection, Listen } from '../connection.ts'
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
        // One per poll would take a minute.
        await expect.poll(() => inState('completed'), { timeout: 8_000 }).toHaveLength(60)
      })

      it('that came just before a worker started are all found when it starts', async () => {
        const { work, enqueue, inState } = await world()
        for (let count = 0; count < 5; count += 1)
          await enqueue(anAnswerJob({ postId: newChatPostId() }))
        // Without polls, what is not found at the start never starts.
        vi.useFakeTimers({ toFake: ['setInterval'] })
        await work({ jobs: unpaced(async () => done) })
        vi.useRealTimers()
        await expect.poll(() => inState('completed')).toHaveLength(5)
      })

      it('of one conversation run one after the other, beside those of others', async () => {
        const { work, enqueue, inState } = await world()
        const conversation = { channelId: newChatPostId(), rootId: newChatPostId() }
        const [first, second] = [1, 2].map(() =>
          anAnswerJob({ ...conversation, postId: newChatPostId() }),
        )
        const other = anAnswerJob({
          ...conversation,
          rootId: newChatPostId(),
          postId: newChatPostId(),
        })
        const started: Job[] = []
        const finish = Promise.withResolvers<void>()
        const runJob = async (job: Job) => {
          started.push(job)
          if (job.kind === first!.kind && job.postId === first!.postId) await finish.promise
          return done
        }
        await work({ jobs: unpaced(runJob) })
        await enqueue(first!)
        await expect.poll(() => started).toEqual([first])
        await enqueue(second!)
        await enqueue(other)
        await expect.poll(() => inState('completed')).toHaveLength(1)
        expect(started).toEqual([first, other])
        finish.resolve()
        await expect.poll(() => inState('completed'), { timeout: 4_000 }).toHaveLength(3)
      })

      it('of one conversation start in their order, as soon as the one before them ends', async () => {
        const { work, enqueue } = await world()
        const started: string[] = []
        const ends = new Map<string, () => void>()
        // Without polls, what is not woken never starts.
        vi.useFakeTimers({ toFake: ['setInterval'] })
        await work({
          jobs: unpaced(async (job) => {
            const postId = 'postId' in job ? job.postId : ''
            started.push(postId)
            await new Promise<void>((resolve) => ends.set(postId, resolve))
            return done
          }),
        })
        vi.useRealTimers()
        for (let round = 1; round <= 3; round += 1) {
          const conversation = { channelId: newChatPostId(), rootId: newChatPostId() }
          const posts = [1, 2, 3, 4].map(() => newChatPostId())
          const startedOfThese = () => started.filter((id) => posts.some((post) => post === id))
          for (const postId of posts) await enqueue(anAnswerJob({ ...conversation, postId }))
          await expect.poll(startedOfThese).toEqual(posts.slice(0, 1))
          // Notifications arrive in order, so those of this conversation have been looked for.
          const elsewhere = newChatPostId()
          await enqueue(anAnswerJob({ postId: elsewhere }))
          await expect.poll(() => started).toContain(elsewhere)
          ends.get(elsewhere)!()
          for (const [position, postId] of posts.entries()) {
            await expect.poll(startedOfThese).toEqual(posts.slice(0, position + 1))
            ends.get(postId)!()
          }
        }
      })

      it('of one conversation start when they came while the result of the job before them was being stored', async () => {
        const { work, enqueue, inState, database } = await world()
        const connection = connectionsOf(database)
        const conversation = { channelId: newChatPostId(), rootId: newChatPostId() }
        const [first, second, elsewhere, before] = [1, 2, 3, 4].map(() => newChatPostId())
        const [stored, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const started: (string | undefined)[] = []
        let isStoring = false
        const executeSql: Connection['executeSql'] = async (text, values) => {
          if (started.includes(first) && !isStoring && text.includes(`state = 'completed'`)) {
            isStoring = true
            await stored.promise
          }
          return connection.executeSql(text, values)
        }
        const runJob = async (job: Job) => {
          const postId = 'postId' in job ? job.postId : undefined
          started.push(postId)
          if (postId === elsewhere) await ended.promise
          return done
        }
        // Without polls, what is not woken never starts.
        vi.useFakeTimers({ toFake: ['setInterval'] })
        await work({ connection: { ...connection, executeSql }, jobs: unpaced(runJob) })
        vi.useRealTimers()
        // The look at the start is over.
        await enqueue(anAnswerJob({ postId: before! }))
        await expect.poll(() => inState('completed')).toHaveLength(1)
        await enqueue(anAnswerJob({ ...conversation, postId: first! }))
        await expect.poll(() => isStoring).toBe(true)
        await enqueue(anAnswerJob({ ...conversation, postId: second! }))
        // Notifications arrive in order, so that of the second has been looked for.
        await enqueue(anAnswerJob({ postId: elsewhere! }))
        await expect.poll(() => started).toEqual([before, first, elsewhere])
        stored.resolve()
        await expect.poll(() => started).toEqual([before, first, elsewhere, second])
        ended.resolve()
      })

      it('of one conversation start when they came while the results of several jobs were being stored', async () => {
        const { work, enqueue, inState, database } = await world()
        const connection = connectionsOf(database)
        const conversation = { channelId: newChatPostId(), rootId: newChatPostId() }
        const [first, other, second] = [1, 2, 3].map(() => newChatPostId())
        const ends = new Map([first, other].map((id) => [id, Promise.withResolvers<void>()]))
        const started: (string | undefined)[] = []
        const storing: (() => void)[] = []
        let [looks, notifications] = [0, 0]
        const executeSql: Connection['executeSql'] = async (text, values) => {
          if (storing.length < 2 && text.includes(`state = 'completed'`))
            await new Promise<void>((store) => storing.push(store))
          const result = await connection.executeSql(text, values)
          if (text.includes(`j.name = 'answer_chat_post'`)) looks += 1
          return result
        }
        const listen: Listen = (channel, onNotification, onGap) =>
          database.listen(
            channel,
            (queue) => {
              onNotification(queue)
              notifications += 1
            },
            onGap,
          )
        const runJob = async (job: Job) => {
          const postId = 'postId' in job ? job.postId : undefined
          started.push(postId)
          await ends.get(postId)?.promise
          return done
        }
        // Without polls, what is not woken never starts.
        vi.useFakeTimers({ toFake: ['setInterval'] })
        await work({ connection: { ...connection, executeSql }, listen, jobs: unpaced(runJob) })
        vi.useRealTimers()
        await enqueue(anAnswerJob({ ...conversation, postId: first! }))
        await expect.poll(() => started).toEqual([first])
        await enqueue(anAnswerJob({ postId: other! }))
        await expect.poll(() => started).toEqual([first, other])
        for (const [count, id] of [first, other].entries()) {
          ends.get(id)!.resolve()
          await expect.poll(() => storing).toHaveLength(count + 1)
        }
        await enqueue(anAnswerJob({ ...conversation, postId: second! }))
        await expect.poll(() => notifications).toBe(3)
        const looksBefore = looks
        // A look finds nothing: the result of the first is not yet stored.
        storing[1]!()
        await expect.poll(() => looks).toBeGreaterThan(looksBefore)
        storing[0]!()
        await expect.poll(() => started).toEqual([first, other, second])
        await expect.poll(() => inState('completed')).toHaveLength(3)
      })

      it('are looked for after a gap in which notifications may have been missed', async () => {
        const { work, enqueue, inState, database } = await world()
        const gapEnds: (() => void)[] = []
        const deaf: Listen = (channel, _onNotification, onGap) => {
          gapEnds.push(onGap)
          return database.listen(channel, () => {}, onGap)
        }
        // Without polls, what is not woken never starts.
        vi.useFakeTimers({ toFake: ['setInterval'] })
        await work({ listen: deaf, jobs: unpaced(async () => done) })
        vi.useRealTimers()
        await enqueue(aReset('ada'))
        gapEnds[0]!()
        await expect.poll(() => inState('completed')).toHaveLength(1)
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
          const tries = toCome.length
          await sql(`update pgboss.job set start_after = now() where state = 'retry'`)
          // Wakes the workers.
          await enqueue(anAnswerJob())
          await expect.poll(() => toCome).toHaveLength(tries - 1)
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

      it('with a possible link code pass hundreds of strangers who write at the same time', async () => {
        const { work, enqueue, inState } = await world()
        const received: Job[] = []
        await enqueue(...Array.from({ length: 200 }, () => stranger()))
        await enqueue(stranger({ mayBeCode: true }))
        await work({ jobs: unpaced(async (job) => (received.push(job), done)) })
        await expect.poll(() => inState('completed'), { timeout: 10_000 }).toHaveLength(201)
        expect(received.findIndex((job) => 'mayBeCode' in job)).toBeLessThan(4)
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

      it('of a worker that died go to another, and schedules run, after the clock was set back', async () => {
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

      it('that ran while the clock was ahead count as left by a worker that died, after it was set back', async () => {
        const { work, enqueue, sql } = await world()
        await enqueue(aReset('ada'))
        await sql(
          `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() + interval '1 year'`,
        )
        await work({ jobs: unpaced(async () => done) })
        expect(await sql('select from pgboss.job where heartbeat_on > now()')).toEqual([])
      })

      it('by being dropped if their worker died or they are to be retried, and not while one runs them', async () => {
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

      it('by being dropped while another one of their post runs, such as the one that queued them', async () => {
        const { within, enqueue, sql } = await world()
        const answer = anAnswerJob()
        const admission: Job = { ...answer, kind: 'admit_chat_sender', wasLinked: false }
        await enqueue(answer)
        await sql(
          `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()`,
        )
        await enqueue(admission)
        await within(async (jobs) =>
          expect(await jobs.dropWaiting(['answer_chat_post', 'admit_chat_sender'])).toEqual({
            dropped: [admission],
            kept: [answer],
          }),
        )
        expect(await sql('select name from pgboss.job')).toEqual([{ name: 'answer_chat_post' }])
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

        it('of one conversation run one at a time, with any number of workers', async () => {
          const { work, enqueue, inState, log } = await world()
          const running = new Map<string, number>()
          let most = 0
          const runJob = async (job: Job) => {
            const conversation = 'rootId' in job ? job.rootId : ''
            const now = (running.get(conversation) ?? 0) + 1
            running.set(conversation, now)
            most = Math.max(most, now)
            await new Promise((resolve) => setTimeout(resolve, 20))
            running.set(conversation, now - 1)
            return done
          }
          for (let count = 0; count < 3; count += 1) await work({ jobs: unpaced(runJob) })
          for (let count = 0; count < 20; count += 1) {
            const conversation = { channelId: newChatPostId(), rootId: newChatPostId() }
            const ask = () => anAnswerJob({ ...conversation, postId: newChatPostId() })
            await Promise.all([enqueue(ask()), enqueue(ask()), enqueue(ask())])
          }
          await expect.poll(() => inState('completed'), { timeout: 10_000 }).toHaveLength(60)
          expect(most).toBe(1)
          expect(log.lines).toEqual([])
        })
      })
  })
}

const stranger = (more: { readonly mayBeCode?: true } = {}): Job => ({
  ...anAnswerJob({ postId: newChatPostId() }),
  ...more,
  kind: 'admit_chat_sender',
  wasLinked: false,
})

const deferOne: JobWork['runJob'] = async (job) =>
  job.kind === 'deliver_invitation' && job.invitationId === '1' ? deferred : done
