import type { Role } from './use-settings.ts'

/** The words of the settings of the organisation, in English. */
export const messages = {
  settings: 'Settings',
  lead: 'What applies to everyone in this Ken.',
  readOnly: 'Only Owners can change the settings.',
  organisation: 'Name of the organisation',
  organisationHint: 'On the sign-in page, in emails and in authenticator apps. Empty for none.',
  organisationInvalid: 'Enter up to 200 characters, one of them visible, or nothing.',
  factor: 'Two-factor authentication is required of',
  roles: { Owner: 'Owners', Admin: 'Admins', Member: 'Members' } satisfies Record<Role, string>,
  locked: (count: string, roles: string) => `${roles} without it: ${count}.`,
  lockedAfterSaving: 'After saving, they can do nothing else until they have set it up.',
  lockedNow: 'They can do nothing else until they have set it up.',
  none: 'Everyone with these roles has it.',
  save: 'Save',
  saved: 'The settings are saved.',
}

export type Messages = typeof messages
