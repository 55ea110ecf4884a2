import type { OneTimeCodes } from '@ken/core/ports'
import { timingSafeEqual } from 'node:crypto'
import { HOTP, Secret, TOTP } from 'otpauth'

const stepSeconds = 30
const parameters = { algorithm: 'SHA1', digits: 6 }
const codeForm = /^[0-9]{6}$/

/** 160 bits in base32. */
const secretForm = /^[A-Z2-7]{32}$/

/**
 * TOTP (RFC 6238) with the library otpauth: SHA-1, 6 digits, steps of 30 seconds, one step of
 * tolerance on either side.
 */
export const totpOneTimeCodes = (): OneTimeCodes => ({
  newSecret: () => new Secret({ size: 20 }).base32,

  uri: (secret, { email, organisation }) =>
    new TOTP({
      ...parameters,
      period: stepSeconds,
      issuer: issuerOf(organisation),
      label: email,
      secret: keyOf(secret),
    }).toString(),

  matchingStep(secret, code, at) {
    const key = keyOf(secret)
    if (!codeForm.test(code)) return null
    const presented = Buffer.from(code)
    const current = TOTP.counter({ period: stepSeconds, timestamp: at.getTime() })
    // Compares all three in any case. If two match, returns the later one, which consumes the code
    // for both.
    const matching = [current - 1, current, current + 1].filter((counter) =>
      timingSafeEqual(
        presented,
        Buffer.from(HOTP.generate({ ...parameters, secret: key, counter })),
      ),
    )
    return matching.at(-1) ?? null
  },
})

const organisationLengthMax = 40

/**
 * The service, and whose it is. A colon would end the issuer in the label; a long name would make
 * the picture of the URI too fine to scan.
 */
function issuerOf(organisation: string | null): string {
  const words = (organisation ?? '').replaceAll(':', ' ').trim()
  const name = Array.from(words).slice(0, organisationLengthMax).join('').trimEnd()
  return name === '' ? 'Ken' : `Ken (${name})`
}

/** Throws if this is not a secret: anyone can compute the codes of an empty one. */
function keyOf(secret: string): Secret {
  if (!secretForm.test(secret))
    throw new RangeError('the secret of a one-time code is not 160 bits in base32')
  return Secret.fromBase32(secret)
}
