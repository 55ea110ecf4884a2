import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../testing/builders/any-character.ts'
import { canonicalEmail, newEmail } from './email.ts'

const longLabel = 'd'.repeat(63)

const hostile: Readonly<Record<string, readonly string[]>> = {
  'anything that is not an address (R55)': [
    '',
    ' ',
    '@',
    'ada',
    'ada@',
    '@example.com',
    'ada@@example.com',
    'ada@ex@ample.com',
    'ada.example.com',
  ],
  'line breaks and NUL, which end a header (R55)': [
    'ada@example.com\n',
    '\nada@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada\r@example.com',
    'ada\u0000@example.com',
    'ada@example.com\u0000',
    'ada@example.com\u000b',
    'ada@example.com\u2028',
    'ada@example.com\u0085',
    'ada@exam\nple.com',
  ],
  'several addresses in one (R55)': [
    'ada@example.com,eve@example.com',
    'ada@example.com;eve@example.com',
    'ada@example.com eve@example.com',
    'ada,eve@example.com',
    'group: ada@example.com;',
  ],
  'quoted local parts, comments, names and literals (R55)': [
    '"ada"@example.com',
    '"ada@evil.example "@example.com',
    '"a b"@example.com',
    "'ada'@[127.0.0.1]",
    'ada@[127.0.0.1]',
    'ada@[IPv6:::1]',
    'ada(comment)@example.com',
    '(comment)ada@example.com',
    'Ada <ada@example.com>',
    '<ada@example.com>',
    'mailto:ada@example.com',
    'ada\\@example.com',
    'ada@example.com>',
    '@relay.example:ada@example.com',
  ],
  'white space inside (R55)': [
    'ada @example.com',
    'ada@ example.com',
    'a da@example.com',
    'ada@exam ple.com',
    '\tada@example.com',
    'ada@example.com\t',
  ],
  'misplaced dots and dashes (R55)': [
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada@.example.com',
    'ada@example..com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example.com-',
    'ada@exa_mple.com',
  ],
  'a trailing dot, a second name for the same host (R56)': [
    'ada@example.com.',
    'ada@example.com..',
  ],
  'letters outside ASCII, which fold into other letters (R56)': [
    'ad\u0130@example.com',
    'ada@example.\u0130o',
    '\u0131da@example.com',
    'ada@\u212Aen.example',
    '\u212Aen@example.com',
    '\uFF21da@example.com',
    'ada\uFF20example.com',
    'ada@example\uFF0Ecom',
    'ada@example\u3002com',
    'ad\u00e4@example.com',
    'ada\u0308@example.com',
    'ada@ex\u00e4mple.com',
    '\u0430da@example.com',
    '\u200bada@example.com',
    'ada@example.com\u200b',
    '\ufeffada@example.com',
    '\u00a0ada@example.com',
    'ada@example.com\u00a0',
    'ada\ud800@example.com',
    '\ud83d\ude42@example.com',
  ],
  'addresses that are too long (R55)': [
    `${'a'.repeat(65)}@example.com`,
    `ada@${'d'.repeat(64)}.com`,
    `ada@${longLabel}.${longLabel}.${longLabel}.${longLabel}`,
    `ada@${'d.'.repeat(100_000)}com`,
    'a'.repeat(1_000_000),
  ],
}

const legal = [
  'ada@example.com',
  'a@b',
  'ada.lovelace+ken@mail.example.co.uk',
  "o'brien@example.com",
  '!#$%&*/=?^_`{|}~-@example.com',
  'ada@xn--mlm-xla.example',
  `${'a'.repeat(64)}@${longLabel}.${longLabel}.${'d'.repeat(61)}`,
]

describe('newEmail', () => {
  const encodedWords = [
    '=?utf-8?q?ada=40evil.example?=@example.com',
    '=?UTF-8?Q?ada=40evil.example=3e=00?=@example.com',
    '=?utf-8?b?YWRh?=@example.com',
    '=?iso-8859-1?q?=61=62=63collab?=user@example.com',
    'ada=?x?q?=40evil.example=3e?=@example.com',
    '=?x?q??=@example.com',
    '=??=@example.com',
  ]

  it('R55 refuses encoded words, which email programs show as, and send to, another address', () => {
    expect(encodedWords.filter((address) => newEmail(address) !== null)).toEqual([])
  })

  it('R55 refuses every address that is not canonical', () => {
    expect(
      Object.values(hostile).flatMap((addresses) =>
        addresses.filter((address) => newEmail(address) !== null),
      ),
    ).toEqual([])
  })

  it('accepts every ordinary address unchanged', () => {
    expect(legal.map(newEmail)).toEqual(legal)
  })

  it('still finds accounts that already have such an address', () => {
    const stored = encodedWords.map((address) => address.toLowerCase())
    expect(encodedWords.map(canonicalEmail)).toEqual(stored)
  })
})

describe('canonicalEmail', () => {
  for (const [kind, addresses] of Object.entries(hostile)) {
    it(`refuses ${kind}`, () => {
      expect(addresses.filter((address) => canonicalEmail(address) !== null)).toEqual([])
    })
  }

  it('accepts every ordinary address unchanged', () => {
    expect(legal.map(canonicalEmail)).toEqual(legal)
    expect(legal.at(-1)).toHaveLength(254)
  })

  it('R56 folds ASCII case and trims spaces, so that every spelling is the same person', () => {
    for (const spelling of ['Ada@Example.COM', ' ada@example.com', 'ADA@EXAMPLE.COM  ']) {
      expect(canonicalEmail(spelling)).toBe('ada@example.com')
    }
  })

  it('R55 takes text only: a list of addresses is a type error', () => {
    // @ts-expect-error -- a list is not an address
    expect(() => canonicalEmail(['ada@example.com', 'eve@example.com'])).toThrow(TypeError)
  })

  it('R56 returns lower-case ASCII and is idempotent, for any input', () => {
    const parts = fc.constantFrom(
      'a',
      'B',
      '.',
      '@',
      '-',
      'com',
      ' ',
      '\n',
      ',',
      '"',
      '\u0130',
      '\u212a',
      'ß',
      '+',
    )
    const inputs = fc.oneof(
      fc.emailAddress(),
      fc.string({ unit: anyCharacter }),
      fc.array(parts).map((some) => some.join('')),
    )
    fc.assert(
      fc.property(inputs, (input) => {
        const email = canonicalEmail(input)
        if (email === null) return
        expect(email).toMatch(/^[!-?^-~]+@[a-z0-9.-]+$/)
        expect(email.length).toBeLessThanOrEqual(254)
        expect(canonicalEmail(email)).toBe(email)
        expect(canonicalEmail(email.toUpperCase())).toBe(email)
      }),
      { numRuns: 1_000 },
    )
  })

  it('R75 refuses a text of any length in constant time', () => {
    // The test runs into its time limit if the time grows with the square of the length.
    expect(canonicalEmail(`a${' '.repeat(2_000_000)}a`)).toBeNull()
  })
})
