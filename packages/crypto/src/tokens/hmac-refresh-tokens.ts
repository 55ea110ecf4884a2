import type { RefreshTokens, SessionId } from '@ken/core/ports'
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { KeyRing } from '../key-ring.ts'

const form = /^(([0-9a-f-]{36})\.(0|[1-9]\d{0,15})\.([\w-]{1,32}))\.([\w-]{43})$/

/**
 * The format is `<family>.<generation>.<key id>.<HMAC-SHA-256 of the preceding parts>`, the last in
 * base64url. A new key changes the text of new tokens, and of a token that the grace window returns
 * again. Tokens of older keys still have the same family and generation, and rotation compares only
 * these.
 */
export function hmacRefreshTokens(keys: KeyRing): RefreshTokens {
  const { id: newest } = keys.newest('refresh-token')
  return {
    secretIds: {
      unused: keys.unusedIds,
      newest,
      older: keys.ids.slice(keys.ids.indexOf(newest) + 1),
    },

    issue(sessionId, generation) {
      const { id, key } = keys.newest('refresh-token')
      const content = `${sessionId}.${generation}.${id}`
      return `${content}.${macOf(content, key)}`
    },

    read(token) {
      const [, content = '', sessionId, generation, keyId = '', mac = ''] = form.exec(token) ?? []
      const found = keys.find('refresh-token', keyId)
      // Compared as text, because the encoding of the HMAC is unique.
      if (!found || !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(content, found.key))))
        return null
      return { sessionId: sessionId as SessionId, generation: Number(generation) }
    },
  }
}

const macOf = (content: string, key: KeyObject): string =>
  createHmac('sha256', key).update(content).digest('base64url')
