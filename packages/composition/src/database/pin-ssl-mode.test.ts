import { expect, it } from 'vitest'
import { pinSslMode } from './pin-ssl-mode.ts'

it.each([
  ['sslmode=prefer', 'sslmode=verify-full'],
  ['a=b&sslmode=require&c=d', 'a=b&sslmode=verify-full&c=d'],
  ['sslmode=verify-ca', 'sslmode=verify-full'],
  ['sslmode=no-verify', 'sslmode=no-verify'],
  ['sslmode=require&uselibpqcompat=true', 'sslmode=require&uselibpqcompat=true'],
])('passes %s to the driver as %s', (given, pinned) => {
  expect(pinSslMode(`postgres://db/ken?${given}`)).toBe(`postgres://db/ken?${pinned}`)
})
