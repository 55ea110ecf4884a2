import type { AccountId, DeviceTokens, KnownDevice, SessionId } from '@ken/core/ports'
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { KeyRing, RingKey } from './key-ring.ts'

const form = /^(([0-9a-f-]{36})\.([0-9a-f-]{36})\.([1-9]\d{0,9})\.([\w-]{1,32}))\.([\w-]{43})$/

/**
 * Tokens as `<account>.<device>.<password epoch>.<key id>.<HMAC-SHA-256 of what stands before>`, the last in base64url.
 * Those of older keys of the ring still read as the same device.
 */
export function hmacDeviceTokens(keys: KeyRing): DeviceTokens {
  return {
    issue: (device) => tokenOf(device, keys.newest('device-token')),

    read(token) {
      const [, content = '', userId, deviceId, passwordEpoch, keyId = '', mac = ''] = form.exec(token) ?? []
      const found = keys.find('device-token', keyId)
      // Compared as text, in which a MAC has one form only.
      if (!found || !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(content, found.key)))) return null
      return { userId: userId as AccountId, deviceId: deviceId as SessionId, passwordEpoch: Number(passwordEpoch) }
    },
  }
}

function tokenOf({ userId, deviceId, passwordEpoch }: KnownDevice, { id, key }: RingKey): string {
  const content = `${userId}.${deviceId}.${passwordEpoch}.${id}`
  return `${content}.${macOf(content, key)}`
}

const macOf = (content: string, key: KeyObject): string => createHmac('sha256', key).update(content).digest('base64url')
