import { z } from '@hono/zod-openapi'
import { roles, type Settings } from '@ken/core'

/** The settings of the organisation, as request and response. */
export const settingsSchema = z
  .strictObject({
    mfa_required_roles: z.array(z.enum(roles)).max(roles.length).openapi({
      description:
        'The roles that require two-factor authentication. People without it must enrol first.',
    }),
  })
  .openapi('Settings')

export const settingsView = ({ mfaRequiredRoles }: Settings): z.infer<typeof settingsSchema> => ({
  mfa_required_roles: [...mfaRequiredRoles],
})
