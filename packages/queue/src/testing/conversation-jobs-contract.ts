import type { Job } from '@ken/core/ports'
import { anAnswerJob, newChatPostId } from '@ken/core/testing'
import { connectionsOf } from '@ken/postgres'
import { describe, expect, it, vi } from 'vitest'
import type { Connection, Listen } from '../connection.ts'
import { closedAfterTest, done, type OpenWorld, unpaced } from './job-work.ts'

/** Jobs of one conversation run one at a time. `races: false` omits tests that need two workers. */
export function conversationJobsContract(
  open: OpenWorld,
  { races }: { readonly races: boolean },
): void {
  const world = closedAfterTest(open)
  describe('jobs of one conversation', () => {
    it('run one after the other, beside those of others', async () => {
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

    it('start in their order, as soon as the one before them ends', async () => {
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

    it('start when they came while the result of the job before them was being stored', async () => {
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

    it('start when they came while the results of several jobs were being stored', async () => {
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

    // oxlint-disable-next-line vitest/no-conditional-tests -- PGlite has one connection
    if (races)
      it('run one at a time, with any number of workers', async () => {
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
}
