import { expect, it } from 'vitest'
import { smtpFailure } from './smtp-failure.ts'

const patience = { handOverMs: 1_000, replyMs: 1_000, endMs: 1_000 }

const fault = (fields: object) =>
  Object.assign(new Error('canary'), { code: 'ESOCKET', command: 'CONN' as const, ...fields })

it.each([
  { originalCode: 'CERT_HAS_EXPIRED', advice: 'renew it on the mail server' },
  { originalCode: 'CERT_NOT_YET_VALID', advice: 'check the clocks of both machines' },
  {
    originalCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    advice: 'set NODE_EXTRA_CA_CERTS to the certificate of its authority',
  },
])('says what to do about a certificate with $originalCode', ({ originalCode, advice }) => {
  expect(smtpFailure(fault({ originalCode }), patience, false)).toEqual({
    kind: 'deferred',
    reason: `its certificate is not trusted (${originalCode}): ${advice}`,
  })
})

it('says what to do if TLS meets a server without it', () => {
  const originalCode = 'ERR_SSL_WRONG_VERSION_NUMBER'
  expect(smtpFailure(fault({ originalCode }), patience, false).reason).toBe(
    'it does not use TLS from the start at this port: use smtp:// or another port in KEN_SMTP_URL',
  )
})

it('R86 blames no password for a login that may succeed later', () => {
  const login = { code: 'EAUTH', command: 'AUTH PLAIN' }
  const reasonOf = (response: string, responseCode: number) =>
    smtpFailure(fault({ ...login, response, responseCode }), patience, false).reason
  expect(reasonOf('454 4.7.0 canary', 454)).toBe('it refuses the login for now (454 4.7.0)')
  expect(reasonOf('535 5.7.8 canary', 535)).toBe(
    'it refuses the login (535 5.7.8): check user and password in KEN_SMTP_URL',
  )
})

it.each([500, 502, 503])('blames no password at a server without a login: %s', (responseCode) => {
  const login = { code: 'EAUTH', command: 'AUTH PLAIN', response: `${responseCode} 5.5.1 canary` }
  expect(smtpFailure(fault({ ...login, responseCode }), patience, false).reason).toBe(
    `it supports no login (${responseCode} 5.5.1): use another port, or remove user and password from KEN_SMTP_URL`,
  )
})

it.each([
  {
    response: '550 5.1.8 canary',
    kind: 'deferred',
    reason: 'the sender (550 5.1.8): check KEN_MAIL_FROM',
  },
  {
    response: '553 5.1.7 canary',
    kind: 'deferred',
    reason: 'the sender (553 5.1.7): check KEN_MAIL_FROM',
  },
  { response: '550 5.1.1 canary', kind: 'refused', reason: 'the recipient (550 5.1.1)' },
])(
  'keeps an email whose sender is refused only after its recipient was named: $response',
  ({ response, kind, reason }) => {
    const refusal = { code: 'EENVELOPE', command: 'RCPT TO', permanent: true, response }
    const responseCode = Number(response.slice(0, 3))
    expect(smtpFailure(fault({ ...refusal, responseCode }), patience, false)).toEqual({
      kind,
      reason: `it refuses ${reason}`,
    })
  },
)
