import { z } from '@hono/zod-openapi'
import { nameLengthMax, roles, type Settings, type ShownSettings } from '@ken/core'

const mfaRequiredRoles = z.array(z.enum(roles)).max(roles.length).openapi({
  description:
    'The roles that require two-factor authentication. People without it must enrol first.',
})

/** The settings of the organisation. */
export const settingsSchema = z
  .object({
    mfa_required_roles: mfaRequiredRoles,
    organisation_name: z.string().nullable().openapi({ description: 'Null if it is not set.' }),
  })
  .openapi('Settings')

/** The settings, and whom they affect. */
export const shownSettingsSchema = settingsSchema
  .extend({
    missing_mfa: z.record(z.enum(roles), z.int()).openapi({
      description:
        'Active people without two-factor authentication, per role; at most 10,000 are counted.',
    }),
  })
  .openapi('ShownSettings')

/** The body of a change. */
export const changedSettingsSchema = z
  .strictObject({
    mfa_required_roles: mfaRequiredRoles.optional(),
    organisation_name: z
      .string()
      .nullable()
      .optional()
      .openapi({ maxLength: nameLengthMax, description: 'Null removes the name.' }),
  })
  .refine((changed) => Object.keys(changed).length > 0, 'Give at least one setting.')
  .openapi({ description: 'A setting whose field is omitted stays as it is.', minProperties: 1 })

export const settingsView = (settings: Settings): z.infer<typeof settingsSchema> => ({
  mfa_required_roles: [...settings.mfaRequiredRoles],
  organisation_name: settings.organisationName,
})

export const shownSettingsView = (
  settings: ShownSettings,
): z.infer<typeof shownSettingsSchema> => ({
  ...settingsView(settings),
  missing_mfa: { ...settings.missingMfa },
})
