import { createHmac } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { claims, hmac, keys, nowSeconds, valid } from '../testing/access-tokens.ts'
import { hmacAccessTokens } from './hmac-access-tokens.ts'

vi.mock('node:crypto', { spy: true })

const tokensOfOneProcess = () => {
  const clock = { seconds: 0, now: () => new Date((nowSeconds + clock.seconds) * 1000) }
  return { clock, tokens: hmacAccessTokens(keys, clock) }
}
const countSignatures = () => vi.mocked(createHmac).mock.calls.length

it('checks the signature of a token once, and its time each time', async () => {
  const { clock, tokens } = tokensOfOneProcess()
  expect(await tokens.verify(valid)).toEqual(claims)
  const before = countSignatures()
  expect(await tokens.verify(valid)).toEqual(claims)
  clock.seconds = -6
  expect(await tokens.verify(valid)).toBe('invalid')
  clock.seconds = 905
  expect(await tokens.verify(valid)).toBe('expired')
  expect(countSignatures()).toBe(before)
})

it('R34 refuses another signature of a token that it remembers, each time', async () => {
  const { tokens } = tokensOfOneProcess()
  expect(await tokens.verify(valid)).toEqual(claims)
  const [header, payload] = valid.split('.')
  const forged = `${header}.${payload}.${hmac('another text')}`
  for (let call = 0; call < 2; call += 1) expect(await tokens.verify(forged)).toBe('invalid')
})
