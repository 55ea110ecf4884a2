import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { startScorerWorker } from './scorer-worker.ts'

const idle = new URL(
  `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'
parentPort.on('message', () => {})
parentPort.postMessage('loaded')`)}`,
)
const limits = { scoreCpuMs: 20_000, replyMs: 20_000, startMs: 20_000 }

it('R13 leaves no listener on the signal after it ended, by itself or by the signal', async () => {
  const { signal } = new AbortController()
  const worker = await startScorerWorker(idle, limits, signal)
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  await worker.end()
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)

  const controller = new AbortController()
  const aborted = await startScorerWorker(idle, limits, controller.signal)
  const ended = new Promise<void>((resolve) => aborted.onEnd(resolve))
  controller.abort()
  await ended
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
})
