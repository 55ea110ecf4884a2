import { expect, it } from 'vitest'
import { memoryPorts } from '../testing/index.ts'
import { decryptToken } from './decrypt-token.ts'

const context = { purpose: 'teamchat_bot_token', ownerId: 'https://chat.example.com' } as const

/** Counts what is decrypted. */
function counted() {
  const { cipher } = memoryPorts()
  let count = 0
  const decrypt: typeof cipher.decrypt = (...given) => {
    count += 1
    return cipher.decrypt(...given)
  }
  const encrypt: typeof cipher.encrypt = (...given) => cipher.encrypt(...given)
  return { cipher: { ...cipher, decrypt }, encrypt, count: () => count }
}

it('decrypts a token once until it changes', () => {
  const { cipher, encrypt, count } = counted()
  const [first, second] = [encrypt('first', context), encrypt('second', context)]
  for (const encrypted of [first, first, second, second])
    expect(decryptToken(cipher, encrypted, context)).toBe(encrypted === first ? 'first' : 'second')
  expect(count()).toBe(2)
})

it('R72 decrypts a token in its own context only, also after it was decrypted there', () => {
  const { cipher, encrypt } = counted()
  const encrypted = encrypt('token', context)
  expect(decryptToken(cipher, encrypted, context)).toBe('token')
  const others = [
    { ...context, ownerId: 'https://attacker.example.com' },
    { ...context, purpose: 'bot_messenger_token' as const },
  ]
  for (const other of others) expect(decryptToken(cipher, encrypted, other)).toBeNull()
  expect(decryptToken(cipher, encrypted, context)).toBe('token')
})

it('tries again each time while no key decrypts the token', () => {
  const { cipher, count } = counted()
  for (let tries = 1; tries <= 2; tries += 1) {
    expect(decryptToken(cipher, 'of a lost key', context)).toBeNull()
    expect(count()).toBe(tries)
  }
})
