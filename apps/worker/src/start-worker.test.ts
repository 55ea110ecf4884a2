import type { Work } from '@ken/composition'
import * as core from '@ken/core'
import { memoryPorts } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { startWorker, type WorkerRole } from './start-worker.ts'

/** What a process of these roles works on. */
async function workOf(...roles: readonly WorkerRole[]): Promise<Work> {
  const given: Work[] = []
  const ports = memoryPorts()
  await startWorker({ ken: { ports, work: async (work) => (given.push(work), { close: async () => {} }) }, roles })
  return given[0]!
}

it('takes jobs as a worker, keeps schedules as a scheduler, and both as both', async () => {
  const [worker, scheduler, both] = [await workOf('worker'), await workOf('scheduler'), await workOf('worker', 'scheduler')]
  expect(worker).toEqual({ carryOut: expect.any(Function), schedules: null })
  expect(scheduler).toEqual({ carryOut: null, schedules: expect.any(Array) })
  expect(both).toEqual({ carryOut: expect.any(Function), schedules: expect.any(Array) })
})

it('runs use cases of core by their names, none twice', async () => {
  const { schedules } = await workOf('scheduler')
  const names = schedules!.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
  for (const name of names) expect(core).toHaveProperty(name)
  for (const { run } of schedules!) await expect(run()).resolves.toBeDefined()
})
