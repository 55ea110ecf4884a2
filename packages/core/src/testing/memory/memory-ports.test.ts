import { describe, expect, it } from 'vitest'
import type { AccountId } from '../../model/accounts/account.ts'
import type { SessionId } from '../../model/sessions/session.ts'
import { memoryPorts } from './memory-ports.ts'
import { newId } from '../builders/builders.ts'
import { testClock } from '../builders/test-clock.ts'

describe('memoryPorts', () => {
  it('moves the time of the database and of the limiter by the test clock only', async () => {
    const ports = memoryPorts({ clock: testClock('2031-01-01T00:00:00Z') })
    const before = ports.database.now()
    ports.clock.advance(1_500)
    expect(ports.database.now().getTime() - before.getTime()).toBe(1_500)
    expect(ports.clock.now()).toEqual(new Date('2031-01-01T00:00:01.500Z'))
  })

  it('creates unique keys that it recognises, and recognises nothing else', () => {
    const { apiKeys } = memoryPorts()
    const made = Array.from({ length: 100 }, () => apiKeys.newApiKey())
    expect(new Set(made.map(({ plain }) => plain)).size).toBe(100)
    for (const { plain, digest, prefix } of made) {
      expect(plain).toMatch(/^ken_[0-9A-Za-z]{49}$/)
      expect([apiKeys.digest(plain), plain.slice(0, 12)]).toEqual([digest, prefix])
    }
    expect(apiKeys.digest('ken_')).toBeNull()
  })

  it('decrypts in the context of encryption only', () => {
    const { cipher } = memoryPorts()
    const context = { purpose: 'mfa_secret', ownerId: 'a' } as const
    const ciphertext = cipher.encrypt('secret', context)
    expect(cipher.decrypt(ciphertext, context)).toBe('secret')
    expect(cipher.decrypt(ciphertext, { ...context, ownerId: 'b' })).toBeNull()
    expect(cipher.decrypt('secret', context)).toBeNull()
  })

  it('verifies what it hashed, and nothing for an account without a hash', async () => {
    const { passwordHasher } = memoryPorts()
    const hash = await passwordHasher.hash('correct horse')
    expect(await passwordHasher.verify('correct horse', hash)).toBe(true)
    expect(await passwordHasher.verify('wrong horse', hash)).toBe(false)
    expect(await passwordHasher.verify('correct horse', null)).toBe(false)
  })

  it('reads the tokens that it issued, until they expire, and no others', async () => {
    const ports = memoryPorts()
    const claims = {
      userId: newId() as AccountId,
      role: 'Member',
      sessionId: newId() as SessionId,
    } as const
    const [{ token, expiresInSeconds }, refreshToken] = [
      await ports.accessTokens.issue(claims),
      ports.refreshTokens.issue(claims.sessionId, 7),
    ]
    expect(await ports.accessTokens.verify(token)).toEqual(claims)
    expect(ports.refreshTokens.read(refreshToken)).toEqual({
      sessionId: claims.sessionId,
      generation: 7,
    })
    expect([
      await ports.accessTokens.verify(refreshToken),
      ports.refreshTokens.read(token),
    ]).toEqual(['invalid', null])
    expect(ports.refreshTokens.read(refreshToken.replace(' 7 ', ' 8 '))).toBeNull()
    ports.clock.advance(expiresInSeconds * 1_000)
    expect(await ports.accessTokens.verify(token)).toBe('expired')
  })

  it('accepts the codes that its authenticator shows, from one step before to one after', () => {
    const { oneTimeCodes, clock } = memoryPorts()
    const [seed, other] = [oneTimeCodes.newSecret(), oneTimeCodes.newSecret()]
    const code = oneTimeCodes.codeAt(seed, clock.now())
    const step = clock.now().getTime() / 30_000
    const matching = [-60, -30, 0, 30, 60].map((seconds) =>
      oneTimeCodes.matchingStep(seed, code, new Date(clock.now().getTime() + seconds * 1_000)),
    )
    expect(matching).toEqual([null, step, step, step, null])
    expect(oneTimeCodes.matchingStep(other, code, clock.now())).toBeNull()
  })

  it('creates unique secrets and recovery codes that it recognises', () => {
    const { secrets, recoveryCodeSource } = memoryPorts()
    const [first, second] = [secrets.newSecret(), secrets.newSecret()]
    expect([secrets.digest(first.plain), secrets.digest(first.digest)]).toEqual([
      first.digest,
      null,
    ])
    expect(first.digest).not.toBe(second.digest)
    const codes = recoveryCodeSource.newCodes(3)
    expect(
      new Set(codes.map((code) => recoveryCodeSource.normalize(code.toLowerCase()))).size,
    ).toBe(3)
    expect(recoveryCodeSource.normalize('no code')).toBeNull()
  })

  it('keeps what was logged', () => {
    const { log } = memoryPorts()
    log.info('one')
    log.warn('two', { count: 2 })
    expect(log.lines).toEqual([
      { level: 'info', event: 'one', fields: {} },
      { level: 'warn', event: 'two', fields: { count: 2 } },
    ])
  })
})

describe('newId', () => {
  it('creates UUIDs of version 7 that sort by creation', () => {
    const ids = Array.from({ length: 100 }, newId)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(ids).toEqual([...new Set(ids)].toSorted())
  })
})
