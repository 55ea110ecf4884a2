import { sharedMessages } from '../language/language.ts'

const en = {
  language: 'Language',
  notFoundTitle: 'Not found',
  notFound: 'There is nothing at this address, or nothing that you may see.',
  toStart: 'To the search',
  errorTitle: 'This page is broken',
  error: 'Ken made a mistake while it drew this page. Nothing was changed.',
  reload: 'Reload',
  unreachableTitle: 'Ken does not respond',
  unreachable: 'The page comes back as soon as Ken responds.',
  unreachableAfter:
    'Your session could not be renewed. You come back by yourself as soon as Ken responds; what you typed is kept.',
  tryNow: 'Try now',
  signIn: 'Sign in',
  nextAttempt: (seconds: number) => `Next attempt in ${seconds}\u00A0s`,
  trying: 'Trying …',
}

const de: typeof en = {
  language: 'Sprache',
  notFoundTitle: 'Nicht gefunden',
  notFound: 'Unter dieser Adresse ist nichts, oder nichts, was Sie sehen dürfen.',
  toStart: 'Zur Suche',
  errorTitle: 'Diese Seite ist fehlerhaft',
  error: 'Beim Aufbau dieser Seite ist Ken ein Fehler unterlaufen. Geändert wurde nichts.',
  reload: 'Neu laden',
  unreachableTitle: 'Ken antwortet nicht',
  unreachable: 'Die Seite kommt zurück, sobald Ken antwortet.',
  unreachableAfter:
    'Ihre Sitzung konnte nicht verlängert werden. Sobald Ken antwortet, kommen Sie von selbst zurück; Ihre Eingaben bleiben erhalten.',
  tryNow: 'Jetzt versuchen',
  signIn: 'Anmelden',
  nextAttempt: (seconds) => `Nächster Versuch in ${seconds}\u00A0s`,
  trying: 'Versuch läuft …',
}

/** The words of pages that need no person, which the shell has. */
export const frameMessages = sharedMessages({ en, de })
