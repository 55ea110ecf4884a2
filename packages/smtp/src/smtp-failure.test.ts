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

it('R86 blames no password for a login that may succeed later', () => {
  const login = { code: 'EAUTH', command: 'AUTH PLAIN' }
  const reasonOf = (response: string, responseCode: number) =>
    smtpFailure(fault({ ...login, response, responseCode }), patience, false).reason
  expect(reasonOf('454 4.7.0 canary', 454)).toBe('it refuses the login for now (454 4.7.0)')
  expect(reasonOf('535 5.7.8 canary', 535)).toBe(
    'it refuses the login (535 5.7.8): check user and password in KEN_SMTP_URL',
  )
})
