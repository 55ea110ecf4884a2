import { sharedMessages } from '../language/language.ts'

const en = {
  stale: (time: string) =>
    `Ken does not respond. This page is as of ${time}; it continues by itself as soon as Ken responds.`,
  staleOffline: (time: string) =>
    `There is no network. This page is as of ${time}; it continues by itself as soon as there is one.`,
}

const de: typeof en = {
  stale: (time) =>
    `Ken antwortet nicht. Stand dieser Seite: ${time}. Sie läuft von selbst weiter, sobald Ken antwortet.`,
  staleOffline: (time) =>
    `Es gibt keine Netzverbindung. Stand dieser Seite: ${time}. Sie läuft von selbst weiter, sobald es eine gibt.`,
}

/** The words for data that could not be read again. */
export const staleMessages = sharedMessages({ en, de })
