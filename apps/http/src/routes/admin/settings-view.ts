import { z } from '@hono/zod-openapi'
import { roles, type Settings } from '@ken/core'

/** The settings of the organisation, asked for and answered in one form. */
export const settingsSchema = z
  .strictObject({
    mfa_required_roles: z.array(z.enum(roles)).max(roles.length).openapi({
      description: 'The roles that must have a second factor. Whoever lacks one gets nowhere but to enrolment, from now on.',
    }),
  })
  .openapi('Settings')

export const settingsView = ({ mfaRequiredRoles }: Settings): z.infer<typeof settingsSchema> => ({
  mfa_required_roles: [...mfaRequiredRoles],
})
