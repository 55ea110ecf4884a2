import type { RefreshTokens, SessionId } from '@ken/core/ports'
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'

const form = /^(([0-9a-f-]{36})\.(0|[1-9]\d{0,15})\.([\w-]{1,32}))\.([\w-]{43})$/

/**
 * Tokens as `<family>.<generation>.<key id>.<HMAC-SHA-256 of what stands before>`, the last in base64url.
 * A key put in front of the ring changes how the next tokens are written, also one that the grace window gives
 * out again; those of older keys still read as the same family and generation, which is all that rotation compares.
 */
export function hmacRefreshTokens(keys: KeyRing): RefreshTokens {
  const { id: newest } = keys.newest('refresh-token')
  return {
    secretIds: { unused: keys.unusedIds, newest, older: keys.ids.slice(keys.ids.indexOf(newest) + 1) },

    issue(sessionId, generation) {
      const { id, key } = keys.newest('refresh-token')
      const content = `${sessionId}.${generation}.${id}`
      return `${content}.${macOf(content, key)}`
    },

    read(token) {
      const [, content = '', sessionId, generation, keyId = '', mac = ''] = form.exec(token) ?? []
      const found = keys.find('refresh-token', keyId)
      // Compared as text, in which a MAC has one form only.
      if (!found || !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(content, found.key)))) return null
      return { sessionId: sessionId as SessionId, generation: Number(generation) }
    },
  }
}

const macOf = (content: string, key: KeyObject): string => createHmac('sha256', key).update(content).digest('base64url')
