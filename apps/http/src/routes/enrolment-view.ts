import { z } from '@hono/zod-openapi'
import type { Enrolment } from '@ken/core'

/** What an authenticator needs, on the wire. */
export const enrolmentSchema = z
  .object({
    secret: z.string().openapi({ description: 'In base32, to be typed in.' }),
    otpauth_uri: z.string().openapi({ description: 'The same for a QR code.' }),
  })
  .openapi('Enrolment')

export const enrolmentView = ({ secret, uri }: Enrolment): z.infer<typeof enrolmentSchema> => ({ secret, otpauth_uri: uri })

/** Codes for a lost authenticator, on the wire. */
export const recoveryCodesSchema = z
  .object({ recovery_codes: z.array(z.string()).openapi({ description: 'Shown once. Each works once, in place of a code.' }) })
  .openapi('RecoveryCodes')
