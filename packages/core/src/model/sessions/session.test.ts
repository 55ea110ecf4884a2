import { describe, expect, it } from 'vitest'
import { rotationGraceSeconds, sessionAbsoluteSeconds, sessionSlidingSeconds } from './session.ts'

describe('a session', () => {
  it('R41 lasts 30 days after its last refresh and 90 at most, and accepts a rotated token for ten seconds', () => {
    expect([
      sessionSlidingSeconds / 86_400,
      sessionAbsoluteSeconds / 86_400,
      rotationGraceSeconds,
    ]).toEqual([30, 90, 10])
  })
})
