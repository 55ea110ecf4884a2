import { expect, it, onTestFinished } from 'vitest'
import { distributedWorld } from '../support/distributed.ts'
import { leasesOfWorkersExpire } from '../support/jobs.ts'
import { kenHere, kenJsonHere, startInBackgroundHere, startKenHere } from '../support/ken-here.ts'
import { startInBackground } from '../support/ken-program.ts'
import { bearer, enrolOwner } from '../support/session.ts'

const documentsOf = (source: string, count: number) =>
  Array.from({ length: count }, (_, position) =>
    JSON.stringify({
      source,
      external_id: String(position).padStart(5, '0'),
      title: `Page ${position}`,
      body: 'Text.',
      allowed: ['everyone'],
    }),
  ).join('\n')

it('a worker goes on with the removal of a source after another was killed, and imports are refused meanwhile', async () => {
  const stack = new AsyncDisposableStack()
  onTestFinished(() => stack.disposeAsync())
  const world = stack.use(await distributedWorld())
  const server = stack.use(await startKenHere(['http'], world))
  const { step } = await enrolOwner(world, server)
  const importOne = { ...world, input: documentsOf('wiki', 1) }
  await kenJsonHere(['import', '-'], {
    ...world,
    input: `${documentsOf('wiki', 1_200)}\n${documentsOf('ticket', 2)}`,
  })
  const count = async () =>
    Number((await world.sql(`select count(*) from documents where source = 'wiki'`))[0]!['count'])
  // Another transaction holds the last document, so that the worker cannot finish.
  await world.sql('begin')
  await world.sql(
    `select from documents where source = 'wiki' and external_id = '01199' for update`,
  )

  const removed = await fetch(`${server.url}/api/v1/admin/knowledge/sources/wiki`, {
    method: 'DELETE',
    headers: bearer(step.access_token),
  })
  expect(removed.status).toBe(202)
  expect(await removed.json()).toEqual({ source: 'wiki', documents: 1_200 })
  const first = stack.use(await startInBackground('worker', world))
  await expect.poll(count).toBe(200)
  await first.stop('SIGKILL')
  await world.sql('rollback')
  const refused = await kenHere(['import', '-'], importOne)
  expect(refused.stderr).toContain('the documents of wiki are being removed')
  expect([refused.code, await count()]).toEqual([1, 200])

  await leasesOfWorkersExpire(world)
  stack.use(await startInBackgroundHere('worker', world))
  await expect.poll(count, { timeout: 45_000, interval: 500 }).toBe(0)
  expect(await world.sql('select source, count(*)::int from documents group by source')).toEqual([
    { source: 'ticket', count: 2 },
  ])
  await expect.poll(async () => (await kenHere(['import', '-'], importOne)).code).toBe(0)
})
