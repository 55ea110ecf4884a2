import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { totpOneTimeCodes } from './totp-one-time-codes.ts'

const codes = totpOneTimeCodes()
const ada = { email: 'ada@example.com', organisation: null }
/** The secret of RFC 6238, "12345678901234567890". */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
/** Seconds since 1970, and the last six digits of the codes in RFC 6238 for SHA-1. */
const appendixB = [
  { seconds: 59, code: '287082' },
  { seconds: 1_111_111_109, code: '081804' },
  { seconds: 1_111_111_111, code: '050471' },
  { seconds: 1_234_567_890, code: '005924' },
  { seconds: 2_000_000_000, code: '279037' },
  { seconds: 20_000_000_000, code: '353130' },
] as const

const stepOf = (seconds: number) => Math.floor(seconds / 30)
const at = (seconds: number) => new Date(seconds * 1000)

describe('matchingStep', () => {
  it.each(appendixB)(
    'R27 accepts the code of RFC 6238, appendix B, at $seconds seconds',
    ({ seconds, code }) => {
      expect(codes.matchingStep(secret, code, at(seconds))).toBe(stepOf(seconds))
    },
  )

  it.each([
    { time: '1970-01-01T00:00:00Z', own: 'AQ3TYP4DSIKATH3FW7I5KYONQX5KSIOC', code: '164784' },
    { time: '1970-01-01T00:00:29Z', own: 'C26MFCVI7MH2LOKCBNMMWW6FSEI67PX4', code: '627985' },
    { time: '1970-01-01T00:00:30Z', own: 'WNUFELDK5QIA4CQJE7YIMPBRZ66K4MD2', code: '519768' },
    { time: '2025-11-21T08:00:00Z', own: 'KKSADNK4Q57U2ZFVCRQQRJU6XNIULIIR', code: '295930' },
    { time: '2025-11-21T08:00:29Z', own: 'IGQFU72GMWCPGCFK3JVHNBQY46SKUC4O', code: '153946' },
    { time: '2100-01-01T00:00:00Z', own: 'LXWZCWWVWFUN7H5HYZYNNHJTIHFAGDZI', code: '882137' },
    { time: '9999-12-31T23:59:59Z', own: 'YOBBI7BSQK33CVMWYTHTS7OPS3XVDZAK', code: '020729' },
  ])('R27 accepts the code that oathtool generates at $time', ({ time, own, code }) => {
    expect(codes.matchingStep(own, code, new Date(time))).toBe(stepOf(Date.parse(time) / 1000))
  })

  it('R27 R93 accepts a code from one step before to one after, to the millisecond, and returns its step', () => {
    for (const { seconds, code } of appendixB) {
      const step = stepOf(seconds)
      const [from, until] = [(step - 1) * 30_000, (step + 2) * 30_000]
      for (const time of [
        from,
        from + 29_999,
        from + 30_000,
        until - 30_001,
        until - 30_000,
        until - 1,
      ]) {
        expect(codes.matchingStep(secret, code, new Date(time))).toBe(step)
      }
      for (const time of [from - 30_000, from - 1, until, until + 30_000]) {
        expect(codes.matchingStep(secret, code, new Date(time))).toBeNull()
      }
    }
  })

  it('R27 returns the later of two steps with the same code, so that both are consumed', () => {
    // Found by search: steps 910737 and 910738 of this secret.
    expect(codes.matchingStep(secret, '911617', at(910_737 * 30))).toBe(910_738)
    expect(codes.matchingStep(secret, '911617', at(910_738 * 30))).toBe(910_738)
    expect(codes.matchingStep(secret, '911617', at(910_736 * 30))).toBe(910_737)
  })

  it('R27 returns null for the code of another secret', () => {
    expect(codes.matchingStep(secret.replace(/^G/, 'H'), '081804', at(1_111_111_109))).toBeNull()
  })

  it('R27 accepts exactly six ASCII digits', () => {
    const code = '081804'
    const foreignDigits = ['０８１８０４', '٠٨١٨٠٤', '08180٤']
    const others = [
      '',
      '81804',
      '0081804',
      '07081804',
      '08180',
      '81804 ',
      ' 81804',
      `${code}\n`,
      ` ${code}`,
      '081 804',
      '081-804',
    ]
      .concat(
        '+81804',
        '-81804',
        '81804.',
        '0x81804',
        '8.1804',
        'NaN',
        `${code}\0`,
        code.repeat(100_000),
      )
      .concat(foreignDigits)
    expect(
      others.filter((text) => codes.matchingStep(secret, text, at(1_111_111_109)) !== null),
    ).toEqual([])
    fc.assert(
      fc.property(
        fc.string(),
        (text) => codes.matchingStep(secret, text, at(1_111_111_109)) === null,
      ),
    )
  })

  it('R29 refuses secrets that are not 160 bits in base32', () => {
    for (const wrong of [
      '',
      secret.slice(1),
      `${secret}A`,
      secret.toLowerCase(),
      `${secret.slice(1)}1`,
      `${secret.slice(1)}=`,
    ]) {
      expect(() => codes.matchingStep(wrong, '081804', at(0))).toThrow(RangeError)
      expect(() => codes.uri(wrong, ada)).toThrow(RangeError)
    }
  })
})

describe('newSecret', () => {
  it('R29 has 160 random bits in base32, and every bit varies', () => {
    const made = Array.from({ length: 1_000 }, () => codes.newSecret())
    expect(made.every((text) => /^[A-Z2-7]{32}$/.test(text))).toBe(true)
    expect(new Set(made).size).toBe(1_000)
    expect(
      Array.from({ length: 32 }, (_, place) => new Set(made.map((text) => text[place])).size),
    ).toEqual(Array(32).fill(32))
    expect(codes.uri(made[0]!, ada)).toContain(made[0])
  })
})

const issuerOf = (organisation: string) =>
  new URL(codes.uri(secret, { ...ada, organisation })).searchParams.get('issuer')

describe('uri', () => {
  it('is labelled with the service and the address, and contains all parameters', () => {
    expect(codes.uri(secret, ada)).toBe(
      `otpauth://totp/Ken:ada%40example.com?issuer=Ken&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
  })

  it('names the organisation, without a colon and short enough to scan', () => {
    expect(issuerOf('Norrland Cycles')).toBe('Ken (Norrland Cycles)')
    expect(issuerOf('a:b')).toBe('Ken (a b)')
    expect(issuerOf(':')).toBe('Ken')
    expect(issuerOf('😀'.repeat(100))).toBe(`Ken (${'😀'.repeat(40)})`)
  })

  it('keeps any address inside the label', () => {
    fc.assert(
      fc.property(fc.string(), (email) => {
        const { protocol, pathname, searchParams, hash } = new URL(
          codes.uri(secret, { email, organisation: null }),
        )
        expect([protocol, hash, ...searchParams.keys()]).toEqual([
          'otpauth:',
          '',
          'issuer',
          'secret',
          'algorithm',
          'digits',
          'period',
        ])
        expect(decodeURIComponent(pathname)).toBe(`/Ken:${email}`)
      }),
    )
  })
})
