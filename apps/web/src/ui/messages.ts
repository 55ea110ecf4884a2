import { sharedMessages } from '../language/language.ts'
import { pauseInWords } from './time/pause-in-words.ts'

const en = {
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Select the text and copy it by hand: this browser does not allow it here.',
  tryAgain: 'Try again',
  requestId: 'Request',
  copyRequestId: 'Copy the request id',
  unexpected: 'Something went wrong. Nothing was changed.',
  noResponse: 'Ken does not respond. Check your connection and try again.',
  sessionOver: 'The session has ended. Sign in again.',
  busy: 'Ken is busy. Try again in a moment.',
  tooManyAttempts: 'Too many attempts.',
  tooLarge: 'A proxy in front of Ken refused this as too large. Let it accept requests of 12 MiB.',
  failedBefore: (reason: string) => `An earlier action failed. ${reason}`,
  again: (seconds: number) => `Again in ${pauseInWords(seconds)}`,
  opensNewTab: 'opens in a new tab',
  loading: 'Loading',
  busyAct: 'In progress',
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  all: 'All',
  faults: {
    missing: 'Fill in this field.',
    email: 'Enter a valid email address, such as ana@example.com.',
  },
}

const de: typeof en = {
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Bitte von Hand markieren und kopieren: Der Browser erlaubt es hier nicht.',
  tryAgain: 'Noch einmal',
  requestId: 'Anfrage',
  copyRequestId: 'Kennung der Anfrage kopieren',
  unexpected: 'Etwas ist schiefgegangen. Geändert wurde nichts.',
  noResponse: 'Ken antwortet nicht. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  sessionOver: 'Ihre Anmeldung gilt nicht mehr. Melden Sie sich neu an.',
  busy: 'Ken ist gerade ausgelastet. Versuchen Sie es gleich noch einmal.',
  tooManyAttempts: 'Zu viele Versuche.',
  tooLarge:
    'Ein Proxy vor Ken hat das als zu groß abgelehnt. Lassen Sie ihn Anfragen von 12 MiB annehmen.',
  failedBefore: (reason) => `Eine frühere Aktion ist fehlgeschlagen. ${reason}`,
  again: (seconds) => `Wieder in ${pauseInWords(seconds)}`,
  opensNewTab: 'öffnet einen neuen Tab',
  loading: 'Wird geladen',
  busyAct: 'Wird ausgeführt',
  close: 'Schließen',
  cancel: 'Abbrechen',
  undo: 'Rückgängig',
  all: 'Alle',
  faults: {
    missing: 'Füllen Sie dieses Feld aus.',
    email: 'Geben Sie eine gültige E-Mail-Adresse ein, etwa ana@example.com.',
  },
}

/** The words of the components that every screen uses. */
export const uiMessages = sharedMessages({ en, de })
