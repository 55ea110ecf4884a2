import { sharedMessages } from '../language/language.ts'

const en = {
  skip: 'Skip to the content',
  menu: 'Menu',
  navigation: 'Main',
  search: 'Search',
  account: 'Your account',
  signOut: 'Sign out',
  roles: { Owner: 'Owner', Admin: 'Admin', Member: 'Member' },
  leave: 'Leave this page? What you changed is not saved.',
}

const de: typeof en = {
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  navigation: 'Hauptnavigation',
  search: 'Suche',
  account: 'Ihr Konto',
  signOut: 'Abmelden',
  roles: { Owner: 'Eigentümer', Admin: 'Administrator', Member: 'Mitglied' },
  leave: 'Diese Seite verlassen? Ihre Änderungen sind nicht gespeichert.',
}

/** The words of the frame around the screens of those who are signed in. */
export const navigationMessages = sharedMessages({ en, de })
