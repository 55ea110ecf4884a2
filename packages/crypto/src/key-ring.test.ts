import * as fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  generateSecrets,
  generateUnusedSecret,
  KeyRingError,
  keyPurposes,
  parseKeyRing,
} from './key-ring.ts'

const secret = (bytes = 32) => randomBytes(bytes).toString('base64')

function faultsOf(text: string): readonly string[] {
  try {
    parseKeyRing(text)
    return []
  } catch (error) {
    if (error instanceof KeyRingError) return error.faults
    throw error
  }
}

describe('parseKeyRing', () => {
  it('derives keys by HKDF-SHA-256, which must never change', () => {
    // Computed with an independent implementation of RFC 5869.
    const ring = parseKeyRing('2026a:BStfofFPuzW9U/epaTcT/fX7DzFhn+tFrSOnOdmHQw0=')
    expect(keyPurposes.map((purpose) => ring.newest(purpose).key.export().toString('hex'))).toEqual(
      [
        '7ef3436021047a7332485b313e677b73e5f396b444a9457f75aa633c8b8a42d7',
        'b5abbc94ac910358c557f00a8ed52b04e305d71167c579c16ebe7e93e7d42383',
        '55a876d19c726e0f5dbda5978c20789aa5dbf86183be64db0a953feaafd25434',
        '6177cf4604840f191456800c317eb723ae434b4ec5f9b9a6722fa52de7c25234',
        '3776d9ecfaf371bfa18c443b21ca693e8bfc1de295349c517ceaa101891a27ab',
        '156666c1d7ff28590a470d43795de6ba15fb6d728e8b9559e545916e244ca943',
      ],
    )
  })

  it('R83 has a different 256-bit key for each purpose of each secret', () => {
    const ids = ['a', 'b', 'c']
    const ring = parseKeyRing(ids.map((id) => `${id}:${secret()}`).join(','))
    const keys = ids.flatMap((id) =>
      keyPurposes.map((purpose) => ring.find(purpose, id)!.key.export().toString('hex')),
    )
    expect(new Set(keys).size).toBe(ids.length * keyPurposes.length)
    expect(keys.every((key) => key.length === 64)).toBe(true)
  })

  it('R83 uses the newest secret and still finds the older ones', () => {
    const [older, newer] = [`older:${secret()}`, `newer:${secret(64)}`]
    const ring = parseKeyRing(` ${newer} , ${older}\n`)
    expect(ring.ids).toEqual(['newer', 'older'])
    expect(ring.newest('encryption').id).toBe('newer')
    expect(ring.find('encryption', 'older')).toEqual(parseKeyRing(older).newest('encryption'))
    expect(ring.find('encryption', 'gone')).toBeNull()
  })

  it('R83 knows a secret that is marked as not used yet, and does not use it', () => {
    const [next, used, older] = [secret(), secret(), secret()]
    const ring = parseKeyRing(`next~:${next},used:${used},older:${older}`)
    expect([ring.ids, ring.unusedIds]).toEqual([['next', 'used', 'older'], ['next']])
    for (const purpose of keyPurposes) {
      expect(ring.newest(purpose).id).toBe('used')
      expect(ring.find(purpose, 'next')).toEqual(parseKeyRing(`next:${next}`).newest(purpose))
    }
    expect(parseKeyRing(`next:${next},used:${used}`).unusedIds).toEqual([])
  })

  it('R83 generates a secret to put first, marked as not used yet', () => {
    const ring = parseKeyRing(`${generateUnusedSecret()},${generateSecrets('used')}`)
    expect([ring.unusedIds.length, ring.newest('encryption').id]).toEqual([1, 'used'])
  })

  it.each([
    { name: 'nothing', text: '', faults: ['None are given.'] },
    { name: 'only spaces', text: ' \n', faults: ['None are given.'] },
    {
      name: 'an empty entry',
      text: `a:${secret()},`,
      faults: ['Entry 2 is not of the form id:base64.'],
    },
    {
      name: 'a secret without an id',
      text: secret(),
      faults: ['Entry 1 is not of the form id:base64.'],
    },
    {
      name: 'three parts',
      text: `a:${secret()}:b`,
      faults: ['Entry 1 is not of the form id:base64.'],
    },
    { name: 'no secret', text: 'a:', faults: ['Entry 1 is not of the form id:base64.'] },
    {
      name: 'no id',
      text: `:${secret()}`,
      faults: ['Entry 1 has an id that is not 1 to 32 letters, digits, - or _.'],
    },
    {
      name: 'a dot in the id',
      text: `a.b:${secret()}`,
      faults: ['Entry 1 has an id that is not 1 to 32 letters, digits, - or _.'],
    },
    {
      name: 'a long id',
      text: `${'a'.repeat(33)}:${secret()}`,
      faults: ['Entry 1 has an id that is not 1 to 32 letters, digits, - or _.'],
    },
    {
      name: '31 bytes',
      text: `a:${secret(31)}`,
      faults: ['Entry 1 has a secret of 31 bytes; it takes at least 32.'],
    },
    {
      name: 'no base64',
      text: `a:${'*'.repeat(64)}`,
      faults: ['Entry 1 has a secret that is not base64.'],
    },
    {
      name: 'cut base64',
      text: `a:${secret().slice(0, -1)}`,
      faults: ['Entry 1 has a secret that is not base64.'],
    },
    {
      name: 'zeroes',
      text: `a:${Buffer.alloc(32).toString('base64')}`,
      faults: ['Entry 1 has a secret that is not random.'],
    },
    {
      name: 'counting',
      text: `a:${Buffer.from(Array.from({ length: 64 }, (_, index) => index)).toString('base64')}`,
      faults: ['Entry 1 has a secret that is not random.'],
    },
    {
      name: 'changeme',
      text: `a:${Buffer.from('changeme'.repeat(8)).toString('base64')}`,
      faults: ['Entry 1 has a secret that is not random.'],
    },
    {
      name: 'only a mark for an id',
      text: `~:${secret()},a:${secret()}`,
      faults: ['Entry 1 has an id that is not 1 to 32 letters, digits, - or _.'],
    },
    {
      name: 'two marks',
      text: `a~~:${secret()},b:${secret()}`,
      faults: ['Entry 1 has an id that is not 1 to 32 letters, digits, - or _.'],
    },
    {
      name: 'marks alone',
      text: `a~:${secret()},b~:${secret()}`,
      faults: [
        'Every entry is marked ~ as not used yet. One must be in use: remove the mark from the last one.',
      ],
    },
    {
      name: 'a mark after an entry in use',
      text: `a:${secret()},b~:${secret()}`,
      faults: ['Entry 2 is marked ~ as not used yet, but comes after one in use. Put it first.'],
    },
    {
      name: 'one id twice, once marked',
      text: `a~:${secret()},a:${secret()}`,
      faults: ['Entries 1 and 2 have the same id.'],
    },
    {
      name: 'one id twice',
      text: `a:${secret()},a:${secret()}`,
      faults: ['Entries 1 and 2 have the same id.'],
    },
  ])('R83 refuses $name', ({ text, faults }) => {
    expect(faultsOf(text)).toEqual(faults)
  })

  it('R83 refuses one secret under two ids, and names all faults', () => {
    const [first, second] = [secret(), secret()]
    expect(faultsOf(`a:${first},b:${second},c:${first},d:${secret(8)}`)).toEqual([
      'Entry 4 has a secret of 8 bytes; it takes at least 32.',
      'Entries 1 and 3 have the same secret.',
    ])
  })

  it('R83 never quotes an invalid secret', () => {
    const anything = fc.oneof(
      fc.string({ minLength: 8 }),
      fc.base64String({ minLength: 8 }),
      fc.uuid(),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anything, anything), { minLength: 1, maxLength: 3 }),
        (entries) => {
          const message = new KeyRingError(
            faultsOf(entries.map((entry) => entry.join(':')).join(',')),
          ).message
          for (const part of entries.flat()) expect(message).not.toContain(part)
        },
      ),
    )
  })

  it('R83 accepts every random secret', () => {
    for (let count = 0; count < 200; count += 1) {
      const hexadecimal = Buffer.from(randomBytes(32).toString('hex')).toString('base64')
      expect(faultsOf(`a:${secret()},b:${hexadecimal}`)).toEqual([])
    }
  })
})

describe('generateSecrets', () => {
  it('generates valid secrets, never the same twice', () => {
    const made = Array.from({ length: 100 }, () => generateSecrets())
    expect(parseKeyRing(made.join(',')).ids).toHaveLength(100)
    expect(parseKeyRing(generateSecrets('2026-11')).ids).toEqual(['2026-11'])
  })

  it('R83 generates a secret to put before the old ones, which can still be read', () => {
    const before = parseKeyRing('old:BStfofFPuzW9U/epaTcT/fX7DzFhn+tFrSOnOdmHQw0=')
    const after = parseKeyRing(
      `${generateSecrets()},old:BStfofFPuzW9U/epaTcT/fX7DzFhn+tFrSOnOdmHQw0=\n`,
    )
    expect(after.ids).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/), 'old'])
    expect(after.find('encryption', 'old')).toEqual(before.newest('encryption'))
  })
})
