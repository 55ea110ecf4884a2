import { describe, expect, it } from 'vitest'
import type { StrengthScore } from '../ports/credentials/password-strength.ts'
import { aPassword, aPasswordHash, aPersonIn, memoryPorts } from '../testing/index.ts'
import { ok } from '../model/result.ts'
import {
  hashReplacement,
  validatePassword,
  normalPassword,
  passwordLengthMax,
  passwordLengthMin,
  passwordExample,
} from './password-policy.ts'

const strong = { score: async (): Promise<StrengthScore> => 3 }

const unasked = {
  passwordStrength: { score: () => Promise.reject(new Error('scored')) },
  breachedPasswords: { check: () => Promise.reject(new Error('looked up')) },
}

/** The accepted password, or the reasons for refusing it. */
async function verdictOn(
  password: string,
  overrides: Parameters<typeof memoryPorts>[0] = { passwordStrength: strong },
) {
  const validated = await validatePassword(memoryPorts(overrides), password, [])
  return validated.ok ? validated.value : validated.error.reasons
}

describe('normalPassword', () => {
  it('R15 composes to NFC, so that a password is the same on every keyboard', () => {
    expect(normalPassword('Zoe\u0308 and more')).toBe('Zo\u00eb and more')
    expect(normalPassword('Zo\u00eb and more')).toBe('Zo\u00eb and more')
  })

  it('R15 removes nothing: spaces, case, control characters and the 128th character count', () => {
    for (const password of [
      ' leading and trailing ',
      'with\ttab\nand\u0000NUL',
      `${'x'.repeat(127)}y`,
    ]) {
      expect(normalPassword(password)).toBe(password)
    }
  })

  it('R15 is null for input that cannot be a password', () => {
    for (const input of [
      'x'.repeat(129),
      '🙂'.repeat(129),
      'x'.repeat(1_000_000),
      'half \ud83d a character',
      '\udc00'.repeat(10),
    ]) {
      expect(normalPassword(input)).toBeNull()
    }
  })

  it('R15 never refuses as too long an input that composes to a legal length', () => {
    const tooLong: string[] = []
    for (let codePoint = 0x80; codePoint <= 0x10ffff; codePoint += 1) {
      if (codePoint === 0xd800) codePoint = 0xe000
      const composed = String.fromCodePoint(codePoint)
      const decomposed = composed.normalize('NFD')
      if (decomposed === composed || decomposed.normalize('NFC') !== composed) continue
      if (normalPassword(decomposed.repeat(passwordLengthMax)) === null)
        tooLong.push(codePoint.toString(16))
    }
    expect(tooLong).toEqual([])
  })
})

describe('validatePassword', () => {
  it('R15 accepts 8 to 128 code points and no other length', async () => {
    expect(passwordLengthMin).toBe(8)
    expect(passwordLengthMax).toBe(128)
    for (const character of ['x', 'é', '会', '🙂']) {
      expect(await verdictOn(character.repeat(8))).toBe(character.repeat(8))
      expect(await verdictOn(character.repeat(128))).toBe(character.repeat(128))
      expect(await verdictOn(character.repeat(7))).toEqual(['too_short'])
      expect(await verdictOn(character.repeat(129))).toEqual(['too_long'])
    }
  })

  it('R15 counts after composing', async () => {
    expect(await verdictOn('e\u0301'.repeat(7))).toEqual(['too_short'])
    expect(await verdictOn('e\u0301'.repeat(128))).toBe('é'.repeat(128))
  })

  it('R16 requires a score of 3 and no particular characters', async () => {
    const verdicts = await Promise.all(
      ([0, 1, 2, 3, 4] as const).map((score) =>
        verdictOn('all lower case', { passwordStrength: { score: async () => score } }),
      ),
    )
    expect(verdicts).toEqual([
      ['too_weak'],
      ['too_weak'],
      ['too_weak'],
      'all lower case',
      'all lower case',
    ])
  })

  it('R13 refuses a password that was not scored in time', async () => {
    const passwordStrength = { score: async (): Promise<StrengthScore> => 'too_complex' }
    expect(await verdictOn('l33t'.repeat(32), { passwordStrength })).toEqual([
      'too_complex_to_check',
    ])
  })

  it('R16 refuses a breached password, and skips the check if its database is unavailable', async () => {
    const verdicts = await Promise.all(
      (['breached', 'not_found', 'unavailable'] as const).map((answer) =>
        verdictOn('correct horse', {
          passwordStrength: strong,
          breachedPasswords: { check: async () => answer },
        }),
      ),
    )
    expect(verdicts).toEqual([['breached'], 'correct horse', 'correct horse'])
  })

  it('R16 returns all faults at once', async () => {
    const reasons = await verdictOn('short', {
      passwordStrength: { score: async () => 0 },
      breachedPasswords: { check: async () => 'breached' },
    })
    expect(reasons).toEqual(['too_short', 'too_weak', 'breached'])
  })

  it('R13 neither scores nor looks up input that is too long or not text', async () => {
    for (const password of ['x'.repeat(129), 'x'.repeat(1_000_000), 'half \ud83d a character']) {
      const reasons = await verdictOn(password, unasked)
      expect(reasons).toEqual(['too_long'])
    }
  })

  it("R16 scores the composed form against the service's name and the person's words", async () => {
    const asked: unknown[] = []
    const passwordStrength = {
      score: async (...parameters: unknown[]): Promise<StrengthScore> => {
        asked.push(parameters)
        return 4
      },
    }
    await validatePassword(memoryPorts({ passwordStrength }), 'Zoe\u0308 Müller', [
      'Zoë Müller',
      'zoe@example.com',
    ])
    expect(asked).toEqual([
      ['Zoë Müller', ['ken', passwordExample, 'Zoë Müller', 'zoe@example.com']],
    ])
  })
})

const rejected = (reason: string) => ({
  ok: false,
  error: { code: 'password.rejected', reasons: [reason] },
})

it('R16 R18 hashReplacement hashes a valid password that differs from the current one', async () => {
  const ports = memoryPorts()
  const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
  expect(await hashReplacement(ports, 'another horse battery', account)).toEqual(
    ok('hash of another horse battery'),
  )
  expect(await hashReplacement(ports, aPassword, account)).toEqual(rejected('same_as_current'))
  for (const personal of [account.name, account.email])
    expect(await hashReplacement(ports, personal, account)).toEqual(rejected('too_weak'))
})
