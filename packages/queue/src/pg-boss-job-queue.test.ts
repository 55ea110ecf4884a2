import { err } from '@ken/core'
import type { Source } from '@ken/core/ports'
import { anAnswerJob } from '@ken/core/testing'
import { connectionsOf } from '@ken/postgres'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { pgBossJobQueue } from './pg-boss-job-queue.ts'
import { anInvitation, aReset, queueOn, serverEngine, type Engine } from './testing/queue-world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await serverEngine()
  return () => engine.close()
})

async function emptyQueue() {
  const world = await queueOn(engine)
  onTestFinished(world.close)
  return { ...world, queue: pgBossJobQueue(connectionsOf(engine.database), 'pgboss') }
}

/** Makes every due job a dead letter, as if it had expired. */
async function deadLetter(
  { work, sql, inState }: Awaited<ReturnType<typeof emptyQueue>>,
  reason: string,
): Promise<void> {
  const due = await inState('created', 'deliver_%')
  await sql(
    `update pgboss.job set created_on = now() - interval '49 hours' where name like 'deliver%'`,
  )
  const paced = { concurrencyMax: 1, batchMax: 1, waitForSlot: async () => {} }
  const { close } = await work({
    jobs: { runJob: async () => err({ code: 'mail.deferred', reason }), paced },
  })
  await expect.poll(async () => (await inState('failed')).length).toBeGreaterThanOrEqual(due.length)
  await close()
}

it('counts each kind, including paced jobs, and no completed ones', async () => {
  const { queue, enqueue, sql } = await emptyQueue()
  await enqueue(
    aReset('ada'),
    aReset('bob'),
    aReset('cy'),
    anInvitation('one', true),
    anInvitation('two', false),
  )
  const change = (name: string, state: string) =>
    sql(`update pgboss.job set state = '${state}' where data ->> 'email' like '${name}@%'`)
  await change('ada', 'completed')
  await change('bob', 'active')
  await change('cy', 'retry')
  await sql(
    `update pgboss.job set start_after = now() + interval '1 minute' where data ->> 'email' like 'cy@%'`,
  )
  expect(await queue.count()).toEqual([
    { kind: 'answer_chat_post', waiting: 0, delayed: 0, running: 0, deadLettered: 0 },
    { kind: 'admit_chat_sender', waiting: 0, delayed: 0, running: 0, deadLettered: 0 },
    { kind: 'deliver_invitation', waiting: 2, delayed: 0, running: 0, deadLettered: 0 },
    { kind: 'deliver_password_reset', waiting: 1, delayed: 1, running: 1, deadLettered: 0 },
    { kind: 'deliver_notice', waiting: 0, delayed: 0, running: 0, deadLettered: 0 },
    { kind: 'remove_source', waiting: 0, delayed: 0, running: 0, deadLettered: 0 },
  ])
})

it('lists up to a limit of dead letters, latest first, by the id in the log', async () => {
  const world = await emptyQueue()
  const { queue, enqueue, log } = world
  for (const job of [aReset('ada'), anInvitation('one', true), anInvitation('two', false)]) {
    await enqueue(job)
    await deadLetter(world, 'The mail server is full.')
  }
  const dead = await queue.listDead(2)
  const ids = log.lines
    .filter(({ event }) => event === 'job.given_up')
    .map(({ fields }) => fields['job'])
  expect(dead.map(({ id }) => id)).toEqual([ids[2], ids[1]])
  const [createdAt, deadLetteredAt] = [expect.any(Date), expect.any(Date)] as unknown[]
  expect(dead[0]).toEqual({
    id: ids[2],
    kind: 'deliver_invitation',
    attempts: 1,
    createdAt,
    deadLetteredAt,
    reason: 'The mail server is full.',
    fault: 'mail.deferred',
  })
  expect(dead[0]!.deadLetteredAt.getTime() - dead[0]!.createdAt.getTime()).toBeGreaterThan(
    48 * 3_600_000,
  )
  expect(await queue.count()).toContainEqual({
    kind: 'deliver_invitation',
    waiting: 0,
    delayed: 0,
    running: 0,
    deadLettered: 2,
  })
})

it('leaves out dead letters of queues that only a newer version knows', async () => {
  const world = await emptyQueue()
  const { queue, enqueue, sql } = world
  await enqueue(aReset('ada'), aReset('bob'))
  await deadLetter(world, 'The mail server is full.')
  await sql(
    `update pgboss.job set source_name = 'answer_chat_post_carrier_pigeon' where name = 'dead_letter' and data ->> 'email' like 'ada@%'`,
  )
  expect((await queue.listDead(2)).map(({ kind }) => kind)).toEqual(['deliver_password_reset'])
})

it('returns how long the oldest job has been due, ignoring delayed and paced ones', async () => {
  const { queue, enqueue, sql } = await emptyQueue()
  expect(await queue.overdueSeconds()).toBe(0)
  await enqueue(aReset('ada'), aReset('bob'), anInvitation('one', true))
  await sql(
    `update pgboss.job set start_after = now() - interval '1 hour' where name like '%paced'`,
  )
  await sql(
    `update pgboss.job set start_after = now() - interval '1 minute' where data ->> 'email' like 'ada@%'`,
  )
  await sql(
    `update pgboss.job set start_after = now() + interval '1 hour' where data ->> 'email' like 'bob@%'`,
  )
  expect(Math.round(await queue.overdueSeconds())).toBe(60)
  await sql(`update pgboss.job set state = 'active' where data ->> 'email' like 'ada@%'`)
  expect(await queue.overdueSeconds()).toBe(0)
})

it('counts no job as overdue while another of its conversation runs', async () => {
  const { queue, enqueue, sql } = await emptyQueue()
  const [one, next] = [anAnswerJob(), anAnswerJob()]
  await enqueue(one, { ...next, channelId: one.channelId, rootId: one.rootId })
  await sql(`update pgboss.job set start_after = now() - interval '1 minute'`)
  expect(Math.round(await queue.overdueSeconds())).toBe(60)
  await sql(`update pgboss.job set state = 'active' where data ->> 'postId' = $1`, [one.postId])
  expect(await queue.overdueSeconds()).toBe(0)
  await sql(`update pgboss.job set state = 'completed' where data ->> 'postId' = $1`, [one.postId])
  expect(Math.round(await queue.overdueSeconds())).toBe(60)
})

it('lists the jobs that remove sources: fresh ones, then retried and dead ones, latest first', async () => {
  const { queue, enqueue, sql } = await emptyQueue()
  const sources = ['dead', 'earlier', 'retry', 'again', 'fresh', 'running', 'done'] as Source[]
  for (const source of sources) await enqueue({ kind: 'remove_source', source })
  await enqueue(aReset('ada'))
  const change = (source: string, changes: string) =>
    sql(`update pgboss.job set ${changes} where data ->> 'source' = '${source}'`)
  const left = `'{"reason": "failed", "mayBeDone": false}'`
  await change('retry', `state = 'retry', output = ${left}`)
  await change('again', `state = 'active', retry_count = 1, output = '{"name": "heartbeat"}'`)
  await change('running', `state = 'active'`)
  await change('done', `state = 'completed'`)
  const die = (source: string) =>
    change(
      source,
      `name = 'dead_letter', source_name = name, source_id = id, id = gen_random_uuid(), source_output = ${left}`,
    )
  await die('dead')
  await die('earlier')
  await change('dead', `created_on = now() + interval '1 minute'`)
  const [id] = [expect.any(String)] as unknown[]
  expect(await queue.listRemovals(10)).toEqual([
    { id, source: 'running', state: 'fresh', reason: null },
    { id, source: 'fresh', state: 'fresh', reason: null },
    { id, source: 'again', state: 'retried', reason: null },
    { id, source: 'retry', state: 'retried', reason: 'failed' },
    { id, source: 'dead', state: 'dead', reason: 'failed' },
    { id, source: 'earlier', state: 'dead', reason: 'failed' },
  ])
  expect(await queue.listRemovals(1)).toHaveLength(1)
})
