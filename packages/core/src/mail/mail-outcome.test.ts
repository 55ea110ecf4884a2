import { expect, it } from 'vitest'
import { mailOutcome } from './mail-outcome.ts'

const done = { ok: true, value: null }
const reason = 'it is slow'

it('R86 is done when the email was accepted or rejected', () => {
  for (const mayBeDone of [false, true]) {
    expect(mailOutcome({ kind: 'accepted' }, { mayBeDone })).toEqual(done)
    expect(mailOutcome({ kind: 'refused', reason }, { mayBeDone })).toEqual(done)
  }
})

it('R86 retries as long as the email was certainly not accepted', () => {
  const later = { ok: false, error: { code: 'mail.deferred', reason } }
  for (const mayBeDone of [false, true])
    expect(mailOutcome({ kind: 'deferred', reason }, { mayBeDone })).toEqual(later)
})

it('R86 retries once when it is unknown whether the email was accepted', () => {
  const again = { ok: false, error: { code: 'mail.unknown', reason } }
  expect(mailOutcome({ kind: 'unknown', reason }, { mayBeDone: false })).toEqual(again)
  expect(mailOutcome({ kind: 'unknown', reason }, { mayBeDone: true })).toEqual(done)
})
