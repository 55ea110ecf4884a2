import { expect, it } from 'vitest'
import { issuedCode } from './issued-code.ts'

const now = Date.parse('2026-03-02T09:00:00Z')
const code = { code: '7Q2M-X0KD', source: null, expires_at: '2026-03-02T09:10:00Z' }

it('counts the seconds of the server, also where the clock of the browser is wrong', () => {
  const minuteMs = 60_000
  const late = now + 30 * minuteMs
  expect(issuedCode({ ...code, expires_in: 600 }, late)).toEqual({
    ...code,
    expires_in: 600,
    endsAt: late + 10 * minuteMs,
  })
})

it('counts to the moment that an older server sends without the seconds', () => {
  expect(issuedCode(code, now)).toMatchObject({
    expires_in: 600,
    endsAt: Date.parse(code.expires_at),
  })
})
