import { describe, expect, it } from 'vitest'
import { circuitBreaker } from './circuit-breaker.ts'

/** A breaker that opens after three failures, for 10 ms. */
function open() {
  let now = 0
  const breaker = circuitBreaker({ failuresMax: 3, pauseMs: 10, nowMs: () => now })
  const fail = (times: number) => {
    for (let count = 0; count < times; count += 1) breaker.recordFailure()
  }
  return { ...breaker, fail, advance: (milliseconds: number) => void (now += milliseconds) }
}

describe('circuitBreaker', () => {
  it('allows all calls until there are too many failures in a row', () => {
    const { tryAcquire, fail } = open()
    fail(2)
    expect([tryAcquire(), tryAcquire()]).toEqual([true, true])
    fail(1)
    expect(tryAcquire()).toBe(false)
  })

  it('counts only failures in a row', () => {
    const { tryAcquire, recordSuccess, fail } = open()
    fail(2)
    recordSuccess()
    fail(2)
    expect(tryAcquire()).toBe(true)
  })

  it('allows one trial call per pause, and refuses all others meanwhile', () => {
    const { tryAcquire, fail, advance } = open()
    fail(3)
    advance(9)
    expect(tryAcquire()).toBe(false)
    advance(1)
    expect([tryAcquire(), tryAcquire()]).toEqual([true, false])
    advance(10)
    expect([tryAcquire(), tryAcquire()]).toEqual([true, false])
  })

  it('starts the pause again when the trial call fails', () => {
    const { tryAcquire, fail, advance } = open()
    fail(3)
    advance(10)
    tryAcquire()
    advance(5)
    fail(1)
    advance(9)
    expect(tryAcquire()).toBe(false)
    advance(1)
    expect(tryAcquire()).toBe(true)
  })

  it('allows all calls again after one success', () => {
    const { tryAcquire, recordSuccess, fail, advance } = open()
    fail(3)
    advance(10)
    tryAcquire()
    recordSuccess()
    expect([tryAcquire(), tryAcquire()]).toEqual([true, true])
  })

  it('does not extend the pause when the clock is set back', () => {
    const { tryAcquire, fail, advance } = open()
    fail(3)
    advance(-1_000)
    expect(tryAcquire()).toBe(true)
  })
})
