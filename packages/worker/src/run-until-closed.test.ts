import { once } from 'node:events'
import { expect, it } from 'vitest'
import { runUntilClosed } from './run-until-closed.ts'

it('aborts the work when it is closed, and waits for its end', async () => {
  let isOver = false
  const { close } = runUntilClosed(async (signal) => {
    await once(signal, 'abort')
    await Promise.resolve()
    isOver = true
  }, 600_000)
  expect(isOver).toBe(false)
  await close()
  expect(isOver).toBe(true)
})

it('waits no longer than its limit for work that does not end', async () => {
  const { close } = runUntilClosed(() => new Promise<never>(() => {}), 1)
  await expect(close()).resolves.toBeUndefined()
})
