import type { AccessClaims, AccountId, SessionId } from '@ken/core/ports'
import { expect, it } from 'vitest'
import { hmacRefreshTokens } from './hmac-refresh-tokens.ts'
import { hmacAccessTokens } from './hmac-access-tokens.ts'
import { generateSecrets, parseKeyRing } from '../key-ring.ts'
import { randomApiKeySource } from './random-api-key-source.ts'
import { randomRecoveryCodeSource } from './random-recovery-code-source.ts'
import { randomSecretSource } from './random-secret-source.ts'
import { totpOneTimeCodes } from '../totp-one-time-codes.ts'

const keys = parseKeyRing(generateSecrets())
const accessTokens = hmacAccessTokens(keys, { now: () => new Date() })
const refreshTokens = hmacRefreshTokens(keys)
const apiKeys = randomApiKeySource()
const secrets = randomSecretSource()
const recoveryCodes = randomRecoveryCodeSource()
const oneTimeCodes = totpOneTimeCodes()

const sessionId = '019aa3b0-7c00-7000-9000-000000000002' as SessionId
const claims: AccessClaims = {
  userId: '019aa3b0-7c00-7000-8000-000000000001' as AccountId,
  role: 'Owner',
  sessionId,
}
const credentials: Record<string, string> = {
  'access token': (await accessTokens.issue(claims)).token,
  'refresh token': refreshTokens.issue(sessionId, 1),
  'API key': apiKeys.newApiKey().plain,
  secret: secrets.newSecret().plain,
  'recovery code': recoveryCodes.newCodes(1)[0]!,
  'one-time code': '755224',
}

const isTaken: Record<string, (text: string) => boolean | Promise<boolean>> = {
  'access token': async (text) => typeof (await accessTokens.verify(text)) === 'object',
  'refresh token': (text) => refreshTokens.read(text) !== null,
  'API key': (text) => apiKeys.digest(text) !== null,
  secret: (text) => secrets.digest(text) !== null,
  'recovery code': (text) => recoveryCodes.normalize(text) !== null,
  // From RFC 4226, appendix D.
  'one-time code': (text) =>
    oneTimeCodes.matchingStep('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', text, new Date(0)) !== null,
}

it.each(Object.keys(credentials))(
  'R35 recognizes each credential only as its own kind: %s',
  async (kind) => {
    const takenFor = await Promise.all(
      Object.entries(isTaken).map(async ([reader, takes]) =>
        (await takes(credentials[kind] ?? '')) ? reader : null,
      ),
    )
    expect(takenFor.filter((reader) => reader !== null)).toEqual([kind])
  },
)
