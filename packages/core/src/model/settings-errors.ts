/** The name is empty or too long. */
export type OrganisationNameInvalid = { readonly code: 'settings.organisation_name_invalid' }

export type SettingsError = OrganisationNameInvalid
