import { sharedMessages } from '../language/language.ts'

const en = {
  areaGroups: { people: 'People' },
  areas: { people: 'People', invitations: 'Invitations', groups: 'Groups' },
}

export type AdministrationMessages = typeof en

const de: AdministrationMessages = {
  areaGroups: { people: 'Personen' },
  areas: { people: 'Personen', invitations: 'Einladungen', groups: 'Gruppen' },
}

/** The names of the screens of administrators. */
export const administrationMessages = sharedMessages({ en, de })
