import type { Job } from '@ken/core/ports'
import { anAnswerJob, newChatPostId } from '@ken/core/testing'
import { connectionsOf } from '@ken/postgres'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Connection, Listen } from '../connection.ts'
import type { JobWork } from '../take-jobs.ts'
import { closedAfterTest, deferred, done, left, type OpenWorld, unpaced } from './job-work.ts'
import { anInvitation, aReset } from './queue-world.ts'

/** How workers find jobs, and in which order. `races: false` omits tests that need two workers. */
export function fetchedJobsContract(open: OpenWorld, { races }: { readonly races: boolean }): void {
  const world = closedAfterTest(open)
  describe('jobs', () => {
    it('are fetched as soon as their transaction has committed, unchanged', async () => {
      const { work, enqueue, inState } = await world()
      const received: Job[] = []
      // Without polls, what is not woken never starts.
      vi.useFakeTimers({ toFake: ['setInterval'] })
      await work({ jobs: unpaced(async (job) => (received.push(job), done)) })
      vi.useRealTimers()
      const jobs = [aReset('ada'), anInvitation('one', false), anInvitation('two', true)]
      await enqueue(...jobs)
      await expect.poll(() => received).toHaveLength(3)
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

    it('are all found by a worker that starts just after they came', async () => {
      const { work, enqueue, inState } = await world()
      for (let count = 0; count < 5; count += 1)
        await enqueue(anAnswerJob({ postId: newChatPostId() }))
      // Without polls, what is not found at the start never starts.
      vi.useFakeTimers({ toFake: ['setInterval'] })
      await work({ jobs: unpaced(async () => done) })
      vi.useRealTimers()
      await expect.poll(() => inState('completed')).toHaveLength(5)
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

    it('of all queues are found within a second without a notification, while idle by one statement', async () => {
      const { work, enqueue, inState, sql, database } = await world()
      const connection = connectionsOf(database)
      const looks: string[] = []
      const executeSql: Connection['executeSql'] = (text, ...given) => {
        looks.push(text)
        return connection.executeSql(text, ...given)
      }
      const deaf: Listen = (channel, _onNotification, onGap) =>
        database.listen(channel, () => {}, onGap)
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      onTestFinished(() => void vi.useRealTimers())
      await enqueue(aReset('later'))
      await sql(`update pgboss.job set start_after = now() + interval '1 hour'`)
      await enqueue(aReset('first'))
      await work({
        listen: deaf,
        connection: { ...connection, executeSql },
        jobs: unpaced(async () => done),
      })
      await expect.poll(() => inState('completed')).toHaveLength(1)
      await sleep(200)
      for (const seconds of [1, 2, 3]) {
        looks.length = 0
        vi.advanceTimersByTime(1_000)
        await expect.poll(() => looks).not.toHaveLength(0)
        await sleep(100)
        expect(looks, `after ${seconds} s`).toHaveLength(1)
      }
      await enqueue(
        aReset('ada'),
        anInvitation('one', false),
        anInvitation('two', true),
        stranger(),
        anAnswerJob({ postId: newChatPostId() }),
      )
      await sleep(200)
      expect(await inState('completed')).toHaveLength(1)
      vi.advanceTimersByTime(1_000)
      await expect.poll(() => inState('completed')).toHaveLength(6)
    })

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

    // oxlint-disable-next-line vitest/no-conditional-tests -- PGlite has one connection
    if (races)
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
}

const stranger = (more: { readonly mayBeCode?: true } = {}): Job => ({
  ...anAnswerJob({ postId: newChatPostId() }),
  ...more,
  kind: 'admit_chat_sender',
  wasLinked: false,
})

const deferOne: JobWork['runJob'] = async (job) =>
  job.kind === 'deliver_invitation' && job.invitationId === '1' ? deferred : done
