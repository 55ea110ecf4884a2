import { expect, it } from 'vitest'
import { timerPause } from './timer-pause.ts'

it('lasts until a point in time, and not at all if that has passed', async () => {
  const clock = { now: () => new Date() }
  const start = performance.now()
  const moment = new Date(Date.now() + 30)
  await timerPause(clock).until(moment)
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(moment.getTime())
  await timerPause(clock).until(new Date(0))
  expect(performance.now() - start).toBeLessThan(1_000)
})
