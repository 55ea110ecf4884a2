import type { Work } from '@ken/composition'
import * as core from '@ken/core'
import { aDocument, aTeamChatIn, memoryPorts } from '@ken/core/testing'
import { expect, it, onTestFinished } from 'vitest'
import { schedules } from './schedules.ts'
import { startWorker, type WorkerRole } from './start-worker.ts'

/** A process with these roles: its ports, its queue, and how to stop it. */
async function start(...roles: readonly WorkerRole[]) {
  const given: Work[] = []
  const ports = memoryPorts()
  const { bot } = await aTeamChatIn(ports)
  const { close } = await startWorker({
    ken: { ports, work: async (work) => (given.push(work), { close: async () => {} }) },
    roles,
  })
  onTestFinished(close)
  return { ports, work: given[0]!, close, health: () => ports.chatHealth.read(bot.botId) }
}

it('runs jobs as a worker, schedules as a scheduler, and both as both', async () => {
  const [worker, scheduler, both] = [
    await start('worker'),
    await start('scheduler'),
    await start('worker', 'scheduler'),
  ]
  expect(worker.work).toEqual({ runJob: expect.any(Function), schedules: null })
  expect(scheduler.work).toEqual({ runJob: null, schedules: expect.any(Array) })
  expect(both.work).toEqual({ runJob: expect.any(Function), schedules: expect.any(Array) })
})

it('runs use cases of core under their names, each once', async () => {
  const { work } = await start('scheduler')
  const names = work.schedules!.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
  for (const { name, useCase } of schedules) expect(core).toHaveProperty(name, useCase)
  expect(names).toEqual(schedules.map(({ name }) => name))
  for (const { run } of work.schedules!) await expect(run()).resolves.toBeDefined()
})

it('listens to team chat only as a scheduler, until it is closed', async () => {
  const [worker, scheduler] = [await start('worker'), await start('scheduler')]
  await expect.poll(scheduler.health).toMatchObject({ state: 'listening' })
  expect(await worker.health()).toBeNull()
  const { id } = scheduler.ports.teamChat.say('Where is the printer?')
  const jobs = () => [...scheduler.ports.database.tables.jobs.values()]
  await expect.poll(jobs).toMatchObject([{ kind: 'admit_chat_sender', postId: id }])
  await scheduler.close()
  expect(await scheduler.health()).toBeNull()
  scheduler.ports.teamChat.say('Is anybody there?')
  expect(jobs()).toHaveLength(1)
})

it('embeds imported passages as a worker', async () => {
  const embedded: WorkerRole[] = []
  const startWith = async (role: WorkerRole) => {
    const embedTexts = async (texts: readonly string[]) => {
      embedded.push(role)
      return texts.map(() => [1])
    }
    const embedder = { model: 'm', embedQuery: async () => null, embedTexts }
    const ports = memoryPorts({ embedder })
    await core.importDocuments(ports, { actor: core.operator, documents: [aDocument({})] })
    const ken = { ports, work: async () => ({ close: async () => {} }) }
    onTestFinished((await startWorker({ ken, roles: [role] })).close)
  }
  await startWith('scheduler')
  await startWith('worker')
  await expect.poll(() => embedded).toEqual(['worker'])
})

it('records its roles as running, immediately and while it runs', async () => {
  const [worker, both] = [await start('worker'), await start('worker', 'scheduler')]
  const runningAt = ({ ports }: typeof worker) => ports.backgroundHeartbeats.listRunning()
  await expect.poll(() => runningAt(worker)).toEqual(['worker'])
  await expect.poll(() => runningAt(both)).toEqual(['worker', 'scheduler'])
  await worker.close()
  worker.ports.clock.advance(60_000)
  expect(await runningAt(worker)).toEqual([])
})
