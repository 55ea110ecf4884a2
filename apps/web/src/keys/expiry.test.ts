import { expect, it } from 'vitest'
import { daysLeft } from './expiry.ts'

const evening = new Date(2026, 2, 8, 22)
const daysUntil = (end: Date) =>
  daysLeft({ status: 'active', expires_at: end.toISOString() }, evening)

it('counts the days of the calendar until a key ends', () => {
  expect(daysUntil(new Date(2026, 2, 8, 23))).toBe(0)
  expect(daysUntil(new Date(2026, 2, 9, 7))).toBe(1)
  expect(daysUntil(new Date(2026, 2, 15, 23))).toBe(7)
  expect(daysUntil(new Date(2026, 2, 16, 1))).toBe(null)
})

it('says nothing of keys that have ended', () => {
  expect(daysLeft({ status: 'revoked', expires_at: evening.toISOString() }, evening)).toBe(null)
  expect(daysLeft({ status: 'active', expires_at: null }, evening)).toBe(null)
})
