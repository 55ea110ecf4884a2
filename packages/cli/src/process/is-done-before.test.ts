import { expect, it } from 'vitest'
import { isDoneBefore } from './is-done-before.ts'

it('waits for work, and throws its failure', async () => {
  const { signal } = new AbortController()
  expect(await isDoneBefore(signal, Promise.resolve())).toBe(true)
  await expect(isDoneBefore(signal, Promise.reject(new Error('failed')))).rejects.toThrow('failed')
})

it('does not wait when the signal aborts, and ignores a later failure', async () => {
  const controller = new AbortController()
  const { promise, reject } = Promise.withResolvers<void>()
  const done = isDoneBefore(controller.signal, promise)
  controller.abort()
  expect(await done).toBe(false)
  // An unhandled rejection would fail the test run.
  reject(new Error('closed'))
})
