import { memoryPorts } from '@ken/core/testing'
import { expect, it, onTestFinished } from 'vitest'
import { keepHeartbeat } from './keep-heartbeat.ts'

it('sends heartbeats until it is closed, despite failures, and logs a failure once', async () => {
  const ports = memoryPorts()
  let [marks, isUnavailable] = [0, true]
  const beat = async () => {
    marks += 1
    if (isUnavailable) throw new Error('refused')
  }
  const backgroundHeartbeats = { ...ports.backgroundHeartbeats, beat }
  const { close } = keepHeartbeat({ log: ports.log, backgroundHeartbeats }, ['worker'], {
    everyMs: 1,
  })
  onTestFinished(close)
  await expect.poll(() => marks).toBeGreaterThan(2)
  expect(ports.log.lines).toMatchObject([
    { event: 'background.heartbeat_failed', fields: { reason: 'refused' } },
  ])
  isUnavailable = false
  const failed = marks
  await expect.poll(() => marks).toBeGreaterThan(failed + 1)
  await close()
  const last = marks
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(marks).toBe(last)
})

it('does not wait at its end for a database that does not respond', async () => {
  const ports = memoryPorts()
  const silent = { ...ports.backgroundHeartbeats, beat: () => new Promise<never>(() => {}) }
  const { close } = keepHeartbeat({ log: ports.log, backgroundHeartbeats: silent }, ['worker'], {
    closeMs: 1,
  })
  await expect(close()).resolves.toBeUndefined()
})
