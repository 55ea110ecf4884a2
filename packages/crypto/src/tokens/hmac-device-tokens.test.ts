import type { AccountId, KnownDevice, SessionId } from '@ken/core/ports'
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hmacDeviceTokens } from './hmac-device-tokens.ts'
import { generateSecrets, parseKeyRing, type KeyPurpose } from '../key-ring.ts'

const secrets = generateSecrets('2026-11')
const keys = parseKeyRing(secrets)
const tokens = hmacDeviceTokens(keys)
const device: KnownDevice = {
  userId: '019aa3b0-7c00-7000-9000-000000000001' as AccountId,
  deviceId: '019aa3b0-7c00-7000-9000-000000000002' as SessionId,
  passwordEpoch: 3,
}
const known = tokens.issue(device)
const content = `${device.userId}.${device.deviceId}`

const forged = (signed: string, purpose: KeyPurpose = 'device-token') =>
  `${signed}.${createHmac('sha256', keys.newest(purpose).key).update(signed).digest('base64url')}`

describe('a device token', () => {
  it('contains account, device and password epoch in characters valid in a cookie, and is read back unchanged', () => {
    expect(known).toMatch(/^[\w-]{36}\.[\w-]{36}\.3\.2026-11\.[\w-]{43}$/)
    expect(tokens.issue(device)).toBe(known)
    expect(tokens.read(known)).toEqual(device)
  })

  it('R151 is null when any character is changed, removed or added', () => {
    const altered = Array.from(known).flatMap((own, at) =>
      Array.from('0aAzZ-_.= \n\0é')
        .concat('', `${own}0`)
        .filter((replacement) => replacement !== own)
        .map((replacement) => known.slice(0, at) + replacement + known.slice(at + 1)),
    )
    const added = ['A', '=', ' ', '\n', '.'].flatMap((text) => [known + text, text + known])
    expect(
      [...altered, ...added].filter((text) => text !== known && tokens.read(text) !== null),
    ).toEqual([])
  })

  it.each([
    { name: 'an epoch of zero', token: forged(`${content}.0.2026-11`) },
    { name: 'an epoch with a leading zero', token: forged(`${content}.03.2026-11`) },
    { name: 'an unknown key id', token: forged(`${content}.3.2026-12`) },
    { name: 'the key of refresh tokens', token: forged(`${content}.3.2026-11`, 'refresh-token') },
    { name: 'a megabyte', token: '0'.repeat(1_000_000) },
    { name: 'nothing', token: '' },
  ])('R83 R151 is null for $name', ({ token }) => {
    expect(tokens.read(forged(`${content}.3.2026-11`))).toEqual(device)
    expect(tokens.read(token)).toBeNull()
  })

  it('R83 of an older key is still valid, and not once the key is gone', () => {
    const rotated = hmacDeviceTokens(parseKeyRing(`${generateSecrets()},${secrets}`))
    expect(rotated.read(known)).toEqual(device)
    expect(rotated.issue(device)).not.toBe(known)
    expect(hmacDeviceTokens(parseKeyRing(generateSecrets('2026-11'))).read(known)).toBeNull()
  })
})
