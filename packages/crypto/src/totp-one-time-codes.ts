import type { OneTimeCodes } from '@ken/core/ports'
import { timingSafeEqual } from 'node:crypto'
import { HOTP, Secret, TOTP } from 'otpauth'

const stepSeconds = 30
const parameters = { algorithm: 'SHA1', digits: 6 }
const codeForm = /^[0-9]{6}$/

/** 160 bits in base32. */
const secretForm = /^[A-Z2-7]{32}$/

/** TOTP (RFC 6238) by otpauth, one step of tolerance either side. */
export const totpOneTimeCodes = (): OneTimeCodes => ({
  newSecret: () => new Secret({ size: 20 }).base32,

  uri: (secret, email) =>
    new TOTP({ ...parameters, period: stepSeconds, issuer: 'Ken', label: email, secret: keyOf(secret) }).toString(),

  matchingStep(secret, code, at) {
    const key = keyOf(secret)
    if (!codeForm.test(code)) return null
    const presented = Buffer.from(code)
    const current = TOTP.counter({ period: stepSeconds, timestamp: at.getTime() })
    // All three are compared whichever matches. Of two the later counts: with it the code is used up for both.
    const matching = [current - 1, current, current + 1].filter((counter) =>
      timingSafeEqual(presented, Buffer.from(HOTP.generate({ ...parameters, secret: key, counter }))),
    )
    return matching.at(-1) ?? null
  },
})

/** Throws for what is not a secret: the codes of an empty one are known to everybody. */
function keyOf(secret: string): Secret {
  if (!secretForm.test(secret)) throw new RangeError('the secret of a one-time code is not 160 bits in base32')
  return Secret.fromBase32(secret)
}
