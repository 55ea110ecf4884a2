import { expect, it } from 'vitest'
import { timerPause } from './timer-pause.ts'

it('lasts until the moment has come, and not at all when it has', async () => {
  const clock = { now: () => new Date() }
  const start = performance.now()
  const moment = new Date(Date.now() + 30)
  await timerPause(clock).until(moment)
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(moment.getTime())
  await timerPause(clock).until(new Date(0))
  expect(performance.now() - start).toBeLessThan(1_000)
})
