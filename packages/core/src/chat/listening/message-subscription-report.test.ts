import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openSubscription } from '../../testing/builders/message-subscription.ts'

describe('the report', () => {
  it('is listening since the server was first alive, until it is interrupted, and why', async () => {
    const { alive, interrupted, clock, health } = openSubscription()
    const first = clock.now()
    await alive()
    clock.advance(30_000)
    await alive()
    expect(await health()).toEqual({ state: 'listening', since: first })
    const broken = clock.now()
    await interrupted('unreachable')
    expect(await health()).toEqual({ state: 'not_connected', since: broken, reason: 'unreachable' })
    clock.advance(10_000)
    await alive()
    expect(await health()).toEqual({ state: 'listening', since: clock.now() })
  })

  it('is stored again at most every five seconds unless it changes, however often the server proves to be alive', async () => {
    const { alive, interrupted, setUnavailable, clock, health, reportsCount } = openSubscription()
    for (const advanceMs of [0, 0, 4_999]) {
      clock.advance(advanceMs)
      await alive()
    }
    expect(reportsCount()).toBe(1)
    clock.advance(1)
    await alive()
    expect(reportsCount()).toBe(2)
    await interrupted('unreachable')
    await alive()
    expect(reportsCount()).toBe(4)
    expect(await health()).toMatchObject({ state: 'listening' })
    clock.advance(5_000)
    setUnavailable(true)
    await expect(alive()).rejects.toThrow('unavailable')
    setUnavailable(false)
    await alive()
    expect(reportsCount()).toBe(6)
  })

  it('is stored again at once when the clock was set back', async () => {
    const { alive, clock, reportsCount } = openSubscription()
    await alive()
    clock.advance(-3_600_000)
    await alive()
    expect(reportsCount()).toBe(2)
  })

  it('says while what was written earlier is being read back', async () => {
    const { alive, catchingUp, interrupted, clock, health } = openSubscription()
    const since = clock.now()
    catchingUp(true)
    expect(await health()).toBeNull()
    await alive()
    expect(await health()).toEqual({ state: 'listening', since, isCatchingUp: true })
    catchingUp(false)
    await expect.poll(health).toEqual({ state: 'listening', since })
    catchingUp(true)
    await expect.poll(health).toEqual({ state: 'listening', since, isCatchingUp: true })
    await interrupted('unreachable')
    expect(await health()).toEqual({ state: 'not_connected', since, reason: 'unreachable' })
  })

  it('R87 is listening for ninety seconds after the server was last alive, also while progress is stored', async () => {
    const { alive, subscription, clock, health } = openSubscription()
    await alive()
    clock.advance(80_000)
    await subscription.storeProgress()
    clock.advance(9_999)
    expect(await health()).toMatchObject({ state: 'listening' })
    clock.advance(1)
    await subscription.storeProgress()
    expect(await health()).toBeNull()
  })

  it('is repeated while not connected, from the start', async () => {
    const { interrupted, subscription, clock, health } = openSubscription()
    const since = clock.now()
    await subscription.storeProgress()
    expect(await health()).toEqual({ state: 'not_connected', since, reason: 'starting' })
    await interrupted('token_refused')
    for (let looks = 0; looks < 20; looks += 1) {
      clock.advance(10_000)
      await subscription.storeProgress()
    }
    expect(await health()).toEqual({ state: 'not_connected', since, reason: 'token_refused' })
  })

  it('is the latest one, however long an earlier one takes to be published', async () => {
    const { alive, subscription, holdReport, health } = openSubscription()
    const release = holdReport()
    const starting = subscription.storeProgress()
    await nextTurn()
    const listening = alive()
    setImmediate(release)
    await Promise.all([starting, listening])
    expect(await health()).toMatchObject({ state: 'listening' })
  })

  it('is removed after a stop, also one that was being published', async () => {
    const { alive, subscription, holdReport, health } = openSubscription()
    const release = holdReport()
    const ended = [alive(), subscription.stop()]
    setImmediate(release)
    await Promise.all(ended)
    expect(await health()).toBeNull()
  })

  it('is removed after a stop', async () => {
    const { alive, subscription, stopped, health } = openSubscription()
    await alive()
    await subscription.stop()
    expect(stopped).toHaveBeenCalled()
    expect(await health()).toBeNull()
  })
})
