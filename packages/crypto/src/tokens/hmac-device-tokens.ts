import type { AccountId, DeviceTokens, KnownDevice, SessionId } from '@ken/core/ports'
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { KeyRing, RingKey } from '../key-ring.ts'

const form = /^(([0-9a-f-]{36})\.([0-9a-f-]{36})\.([1-9]\d{0,9})\.([\w-]{1,32}))\.([\w-]{43})$/

/**
 * The format is `<account>.<device>.<password epoch>.<key id>.<HMAC-SHA-256 of the preceding
 * parts>`, the last in base64url. Tokens of older keys of the ring still identify the same device.
 */
export function hmacDeviceTokens(keys: KeyRing): DeviceTokens {
  return {
    issue: (device) => tokenOf(device, keys.newest('device-token')),

    read(token) {
      const [, content = '', userId, deviceId, passwordEpoch, keyId = '', mac = ''] =
        form.exec(token) ?? []
      const found = keys.find('device-token', keyId)
      // Compared as text, because the encoding of the HMAC is unique.
      if (!found || !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(content, found.key))))
        return null
      return {
        userId: userId as AccountId,
        deviceId: deviceId as SessionId,
        passwordEpoch: Number(passwordEpoch),
      }
    },
  }
}

function tokenOf({ userId, deviceId, passwordEpoch }: KnownDevice, { id, key }: RingKey): string {
  const content = `${userId}.${deviceId}.${passwordEpoch}.${id}`
  return `${content}.${macOf(content, key)}`
}

const macOf = (content: string, key: KeyObject): string =>
  createHmac('sha256', key).update(content).digest('base64url')
