import { z } from '@hono/zod-openapi'
import type { Enrolment } from '@ken/core'

/** The secret for an authenticator. */
export const enrolmentSchema = z
  .object({
    secret: z.string().openapi({ description: 'Base32, for typing.' }),
    otpauth_uri: z.string().openapi({ description: 'The same, for a QR code.' }),
  })
  .openapi('Enrolment')

export const enrolmentView = ({ secret, uri }: Enrolment): z.infer<typeof enrolmentSchema> => ({
  secret,
  otpauth_uri: uri,
})

/** Codes for a lost authenticator. */
export const recoveryCodesSchema = z
  .object({
    recovery_codes: z
      .array(z.string())
      .openapi({ description: 'Shown only once. Each works once, instead of a code.' }),
  })
  .openapi('RecoveryCodes')
