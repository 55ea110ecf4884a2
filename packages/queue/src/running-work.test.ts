import { expect, it } from 'vitest'
import { runningWork } from './running-work.ts'

it('rests only once all counted work has ended, also if it failed', async () => {
  const running = runningWork()
  const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const results = Promise.allSettled([
    running.counted(() => one.promise)(),
    running.counted(() => other.promise)(),
  ])
  let hasRested = false
  const rested = running.rested(100, new AbortController().signal).then(() => (hasRested = true))
  one.resolve('done')
  // As long as several looks take.
  await runningWork().rested(400, new AbortController().signal)
  expect(hasRested).toBe(false)
  other.reject(new Error('failed'))
  await rested
  expect(await results).toMatchObject([{ value: 'done' }, { reason: { message: 'failed' } }])
})

it('stops waiting when its signal aborts', async () => {
  const running = runningWork()
  void running.counted(() => new Promise(() => {}))()
  await expect(running.rested(60_000, AbortSignal.abort())).resolves.toBeUndefined()
})
