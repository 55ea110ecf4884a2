import { expect, it } from 'vitest'
import { mailOutcome } from './mail-outcome.ts'

const done = { ok: true, value: null }
const reason = 'it is slow'

it('R86 is over when the mail was taken, or refused for good', () => {
  for (const isPerhapsDone of [false, true]) {
    expect(mailOutcome({ kind: 'accepted' }, { isPerhapsDone })).toEqual(done)
    expect(mailOutcome({ kind: 'refused', reason }, { isPerhapsDone })).toEqual(done)
  }
})

it('R86 comes again for as long as the mail surely was not taken', () => {
  const later = { ok: false, error: { code: 'mail.deferred', reason } }
  for (const isPerhapsDone of [false, true]) expect(mailOutcome({ kind: 'deferred', reason }, { isPerhapsDone })).toEqual(later)
})

it('R86 comes again once when nobody can tell whether the mail was taken', () => {
  const again = { ok: false, error: { code: 'mail.unknown', reason } }
  expect(mailOutcome({ kind: 'unknown', reason }, { isPerhapsDone: false })).toEqual(again)
  expect(mailOutcome({ kind: 'unknown', reason }, { isPerhapsDone: true })).toEqual(done)
})
