import { ok } from '@ken/core'
import type { Job, Source } from '@ken/core/ports'
import { anAnswerJob, newChatPostId } from '@ken/core/testing'
import { connectionsOf } from '@ken/postgres'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { Connection } from './connection.ts'
import { jobSecondsMax } from './queues.ts'
import type { JobWork } from './take-jobs.ts'
import { queueOn, serverEngine, type Engine } from './testing/queue-world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await serverEngine()
})
afterAll(() => engine.close())

async function world() {
  const opened = await queueOn(engine)
  onTestFinished(opened.close)
  return opened
}

const working = (runJob: JobWork['runJob']): JobWork => ({
  runJob,
  paced: { concurrencyMax: 1, batchMax: 1, waitForSlot: async () => {} },
})

const removal = (source: string): Job => ({ kind: 'remove_source', source: source as Source })

it('leaves the place of a job that does not end to others, and has it retried', async () => {
  const { work, enqueue, inState, log } = await world()
  const started: Job[] = []
  const { promise: never, resolve: end } = Promise.withResolvers<void>()
  await work({
    jobs: working(async (job) => {
      started.push(job)
      if (started.length === 1) await never
      return ok(null)
    }),
  })
  const timeouts = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timeouts.mockRestore())
  await enqueue(removal('wiki'))
  await expect.poll(() => started).toEqual([removal('wiki')])
  await enqueue(removal('tickets'))
  const ofJobs = timeouts.mock.calls.filter(([, ms]) => ms === jobSecondsMax * 1_000)
  for (const [expire] of ofJobs) expire()
  await expect.poll(() => started).toEqual([removal('wiki'), removal('tickets')])
  expect(await inState('retry')).toMatchObject([{ data: removal('wiki') }])
  const fields = { reason: `A job did not end within ${jobSecondsMax} seconds.` }
  expect(log.lines).toContainEqual({ level: 'warn', event: 'queue.failed', fields })
  end()
})

it('retries a job whose result it cannot store, and starts the next one of its conversation', async () => {
  const { work, enqueue, inState, database } = await world()
  const connection = connectionsOf(database)
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  let isBroken = true
  const executeSql: Connection['executeSql'] = async (text, values) => {
    if (isBroken && text.includes(`state = 'completed'`)) {
      isBroken = false
      throw new Error('Connection terminated unexpectedly')
    }
    return connection.executeSql(text, values)
  }
  const conversation = { channelId: newChatPostId(), rootId: newChatPostId() }
  const [first, second] = [1, 2].map(() =>
    anAnswerJob({ ...conversation, postId: newChatPostId() }),
  )
  const started: Job[] = []
  // No worker looks for lost heartbeats, or polls.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  await work({
    connection: { ...connection, executeSql },
    jobs: working(async (job) => {
      started.push(job)
      await mayEnd
      return ok(null)
    }),
  })
  vi.useRealTimers()
  await enqueue(first!)
  await expect.poll(() => started).toEqual([first])
  await enqueue(second!)
  end()
  await expect.poll(() => started).toEqual([first, second])
  expect(await inState('retry')).toMatchObject([{ data: first! }])
})

it('waits for the disk with the results of jobs, except those of chats, which find their post answered', async () => {
  const { work, enqueue, inState, database } = await world()
  const connection = connectionsOf(database)
  const stored: unknown[] = []
  const executeSql: Connection['executeSql'] = async (text, values, durability) => {
    // Not those that look for jobs of all queues.
    if (text.includes(`state = 'completed'`) && typeof values?.[0] === 'string')
      stored.push([values[0], durability])
    return connection.executeSql(text, values, durability)
  }
  const ended: boolean[] = []
  const endTogether: typeof connection.endTogether = async (runJob) => {
    const before = stored.length
    const result = await connection.endTogether(runJob)
    ended.push(stored.length > before)
    return result
  }
  await work({ connection: { executeSql, endTogether }, jobs: working(async () => ok(null)) })
  await enqueue(removal('wiki'))
  await expect.poll(() => inState('completed')).toHaveLength(1)
  await enqueue(anAnswerJob({ postId: newChatPostId() }))
  await expect.poll(() => inState('completed')).toHaveLength(2)
  expect(stored).toEqual([
    ['remove_source', undefined],
    ['answer_chat_post', 'unflushed'],
  ])
  // Closing the post is stored with the result.
  await expect.poll(() => ended).toEqual([true])
})
