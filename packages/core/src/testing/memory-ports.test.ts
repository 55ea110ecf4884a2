import { describe, expect, it } from 'vitest'
import { memoryPorts } from './memory-ports.ts'
import { newId } from './builders.ts'
import { testClock } from './test-clock.ts'

describe('memoryPorts', () => {
  it('moves the time of the database and of the limiter by the test clock alone', async () => {
    const ports = memoryPorts({ clock: testClock('2031-01-01T00:00:00Z') })
    const before = ports.database.now()
    ports.clock.advance(1_500)
    expect(ports.database.now().getTime() - before.getTime()).toBe(1_500)
    expect(ports.clock.now()).toEqual(new Date('2031-01-01T00:00:01.500Z'))
  })

  it('makes keys that it recognises, each once, and recognises nothing else', () => {
    const { apiKeys } = memoryPorts()
    const made = Array.from({ length: 100 }, () => apiKeys.newApiKey())
    expect(new Set(made.map(({ plain }) => plain)).size).toBe(100)
    for (const { plain, digest, prefix } of made) {
      expect(plain).toMatch(/^ken_[0-9A-Za-z]{49}$/)
      expect([apiKeys.digest(plain), plain.slice(0, 12)]).toEqual([digest, prefix])
    }
    expect(apiKeys.digest('ken_')).toBeNull()
  })

  it('decrypts for the context of encryption only', () => {
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
  it('makes UUIDs of version 7 that sort by creation', () => {
    const ids = Array.from({ length: 100 }, newId)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(ids).toEqual([...new Set(ids)].toSorted())
  })
})
