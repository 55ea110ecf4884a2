import { describe, expect, it } from 'vitest'
import { aDate, newId } from '../../testing/index.ts'
import { bodyLengthMax, parseDocument, parseSource, type DocumentInput } from './document.ts'

const input: DocumentInput = {
  source: 'wiki',
  externalId: 'page-1',
  title: 'VPN',
  url: 'https://wiki.example.com/vpn',
  body: 'How to use it.',
  allowed: ['everyone'],
  updatedAt: aDate,
  fingerprint: null,
}

/** The fields with a fault. */
const faultsOf = (change: Partial<DocumentInput>): readonly string[] => {
  const parsed = parseDocument({ ...input, ...change })
  return 'externalId' in parsed ? [] : parsed.map(({ field }) => field)
}

const groups = (count: number) =>
  Array.from({ length: count }, (_, position) => `group:g${position}`)

describe('parseDocument', () => {
  it('accepts a valid document unchanged', () => {
    expect(parseDocument(input)).toEqual(input)
    expect(faultsOf({ updatedAt: null, body: '' })).toEqual([])
  })

  it('accepts SHA-256 in base64url as the fingerprint, and none if there is none', () => {
    const { fingerprint: _, ...without } = input
    expect(parseDocument(without)).toEqual(input)
    const fingerprints = ['-_'.padEnd(43, 'x'), '', 'x'.repeat(44), `${'x'.repeat(42)}=`]
    expect(fingerprints.map((fingerprint) => faultsOf({ fingerprint }).length)).toEqual([
      0, 1, 1, 1,
    ])
  })

  it('sorts principals and removes duplicates, so that another order is not a change', () => {
    const parsed = parseDocument({
      ...input,
      allowed: ['role:Owner', 'group:it', 'everyone', 'group:it'],
    })
    expect(parsed).toMatchObject({ allowed: ['everyone', 'group:it', 'role:Owner'] })
  })

  it('accepts text up to its limits and refuses the next character', () => {
    const limits = { externalId: 512, title: 500, body: bodyLengthMax } as const
    for (const field of ['externalId', 'title', 'body'] as const) {
      expect(faultsOf({ [field]: 'x'.repeat(limits[field]) })).toEqual([])
      expect(faultsOf({ [field]: 'x'.repeat(limits[field] + 1) })).toEqual([field])
    }
    const url = 'https://example.com/'
    expect(faultsOf({ url: url.padEnd(2_048, 'x') })).toEqual([])
    expect(faultsOf({ url: url.padEnd(2_049, 'x') })).toEqual(['url'])
    expect(faultsOf({ externalId: '', title: '', url: '' })).toEqual([
      'externalId',
      'title',
      'url',
      'url',
    ])
  })

  it('R75 refuses NUL and lone surrogates, which no store can hold', () => {
    for (const text of ['a\u0000b', 'a\ud800b', '\udc00']) {
      for (const field of ['externalId', 'title', 'body'] as const)
        expect(faultsOf({ [field]: text })).toEqual([field])
      expect(faultsOf({ url: `https://example.com/${text}` })).toContain('url')
    }
  })

  it('accepts absolute http and https addresses, and null', () => {
    const urls = [
      'http://localhost:8080',
      'HTTPS://Example.com/a?b=c#d',
      'https://[::1]/',
      'https://example.com/M\u00fcll/%20',
      null,
    ]
    for (const url of urls) expect(faultsOf({ url })).toEqual([])
  })

  it('refuses an address that carries a script, is relative, or contains a space', () => {
    const urls = [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'vbscript:x',
      'data:text/html,x',
      '/vpn',
      '//example.com/',
      'example.com',
      'https:',
      'https://',
      'https:///x',
      'https://?x',
      'file://host/x',
      'file:///home/ada/notes.md',
      'ftp://example.com/',
      'https://example.com/a b',
      'https://example.com/\n',
      ' https://example.com/',
      'https://example.com/\u0007',
      'https://a\tb/',
    ]
    expect(urls.filter((url) => faultsOf({ url }).length === 0)).toEqual([])
  })

  it('R7 requires 1 to 100 valid principals', () => {
    expect(faultsOf({ allowed: groups(100) })).toEqual([])
    expect(faultsOf({ allowed: [...groups(100), ...groups(100)] })).toEqual([])
    for (const allowed of [
      [],
      groups(101),
      ['everyone', 'Everyone'],
      ['groups'],
      [''],
      ['role:Guest'],
    ]) {
      expect(faultsOf({ allowed })).toEqual(['allowed'])
    }
    expect(faultsOf({ allowed: [`user:${newId()}`] })).toEqual([])
  })

  it('refuses an invalid date', () => {
    expect(faultsOf({ updatedAt: new Date('yesterday') })).toEqual(['updatedAt'])
  })

  it('accepts dates of the years 1 to 9999 and refuses those before and after', () => {
    for (const within of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])
      expect(faultsOf({ updatedAt: new Date(within) })).toEqual([])
    for (const beyond of ['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'])
      expect(faultsOf({ updatedAt: new Date(beyond) })).toEqual(['updatedAt'])
  })

  it('reports all faults at once and says what is allowed, without repeating the input', () => {
    const secret = 'hunter2\u0000'
    const parsed = parseDocument({
      source: secret,
      externalId: secret,
      title: secret,
      url: secret,
      body: secret,
      allowed: [secret],
      updatedAt: new Date(Number.NaN),
      fingerprint: secret,
    })
    const faults = 'externalId' in parsed ? [] : parsed
    expect(new Set(faults.map(({ field }) => field))).toEqual(new Set(Object.keys(input)))
    for (const { detail } of faults) expect(detail).toMatch(/^must (?!.*hunter2)/)
  })
})

describe('parseSource', () => {
  it('accepts lower-case letters, digits and inner dashes and underscores, at most 63 characters', () => {
    for (const source of ['wiki', 'w', '7', 'a-b_c', 'x'.repeat(63)])
      expect(parseSource(source)).toBe(source)
    const others = [
      '',
      'Wiki',
      '-wiki',
      'wiki_',
      'wi ki',
      'wiki\n',
      'wikí',
      'a,b',
      'x'.repeat(64),
      '__proto__',
    ]
    expect(others.filter((source) => parseSource(source) !== null)).toEqual([])
  })

  it('refuses a URL of any length in constant time, a user name in it, and a blank title', () => {
    expect(fieldsOf({ url: `https://${'a'.repeat(2_000_000)} ` })).toEqual(['url'])
    expect(fieldsOf({ url: 'https://ana:secret@wiki.example.com/' })).toEqual(['url'])
    expect(fieldsOf({ title: ' ' })).toEqual(['title'])
  })
})

/** The faulty fields of the document after this change. */
function fieldsOf(changed: Partial<DocumentInput>): readonly string[] {
  const parsed = parseDocument({ ...input, ...changed })
  return 'externalId' in parsed ? [] : parsed.map(({ field }) => field)
}
