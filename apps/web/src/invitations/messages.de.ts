import type { Messages } from './messages.en.ts'

/** The words of invitations, in German. */
export const messages: Messages = {
  invitations: 'Einladungen',
  invitationsLead:
    'Jede geht als Link an ihre Adresse und gilt 48 Stunden. Es gibt keinen Link zum Kopieren: Die E-Mail beweist die Adresse.',
  none: 'Noch keine Einladung.',
  mailMissing:
    'Ken kann keine E-Mail senden, daher ist keine Einladung möglich. Setzen Sie KEN_SMTP_URL und KEN_MAIL_FROM, und starten Sie Ken neu.',
  import: 'Liste importieren',
  address: 'Adresse',
  role: 'Rolle',
  roles: { Owner: 'Eigentümer', Admin: 'Administrator', Member: 'Mitglied' },
  state: 'Zustand',
  states: {
    queued: 'Wartet',
    sent: 'Verschickt',
    failed: 'Fehlgeschlagen',
    accepted: 'Angenommen',
    expired: 'Abgelaufen',
    revoked: 'Widerrufen',
  },
  sent: 'Verschickt',
  expires: 'Gilt bis',
  never: 'Noch nicht',
  attempts: (count) => `${count} Versuche`,
  newestFirst: 'Neueste zuerst',
  acts: {
    resend: {
      name: 'Erneut senden',
      title: (whom) => `Erneut senden: ${whom}?`,
      text: 'Der neue Link gilt 48 Stunden; frühere gelten nicht mehr.',
      done: (whom) => `Wartet auf den Versand: ${whom}.`,
    },
    revoke: {
      name: 'Widerrufen',
      title: (whom) => `Widerrufen: ${whom}?`,
      text: 'Der Link gilt sofort nicht mehr. Die Adresse kann wieder eingeladen werden.',
      done: (whom) => `Widerrufen: ${whom}.`,
    },
  },
  count: (count, written) => (count === 1 ? '1 Einladung' : `${written} Einladungen`),
  leftOut: (count, written) =>
    `Für ${written} davon nicht möglich; sie ${count === 1 ? 'wird' : 'werden'} ausgelassen.`,
  taken: 'Eine Person mit dieser Adresse hat ein Konto.',
  emailInvalid: 'Keine gültige E-Mail-Adresse.',
  roleForbidden: 'Ihre Rolle darf diese Rolle nicht vergeben.',
  settled: 'Die Einladung ist nicht mehr offen.',

  newTitle: 'Personen einladen',
  newLead: 'Eine Adresse oder viele. Eine offene Einladung derselben Adresse wird ersetzt.',
  addresses: 'Adressen',
  addressesHint:
    'Getrennt durch Kommas, Leerzeichen oder Zeilen; höchstens 100. Für mehr importieren Sie eine Liste.',
  tooMany: 'Höchstens 100 Adressen auf einmal. Importieren Sie eine Liste.',
  roleOfAll: 'Rolle von allen',
  send: 'Einladungen verschicken',
  outcome: 'Ergebnis',
  outcomes: 'Ergebnis je Adresse',
  invited: 'Eingeladen',
  allInvited: (count, written) =>
    count === 1 ? '1 Person ist eingeladen.' : `${written} Personen sind eingeladen.`,
  stillHere: 'Was fehlgeschlagen ist, steht noch oben im Feld.',

  importLead:
    'CSV mit der Kopfzeile email,role und höchstens 10.000 Zeilen. Nichts wird verschickt, bevor Sie das Ergebnis jeder Zeile gesehen haben.',
  rehearse: 'Liste prüfen',
  importPeople: (count, written) =>
    count === 1 ? '1 Person einladen' : `${written} Personen einladen`,
  delivery: (duration) =>
    `Beim eingestellten Tempo dauert der Versand etwa ${duration}. Er läuft weiter, wenn Sie die Seite verlassen.`,
  noOneNew: 'Auf der Liste ist niemand, der eingeladen werden kann.',
  chooseFile: 'CSV-Datei wählen',
  dropHint: 'Oder ziehen Sie sie hierher.',
  pasted: 'Oder die Liste einfügen',
  pastedHint:
    'Die erste Zeile ist email,role. Auch Zellen aus einer Tabellenkalkulation lassen sich einfügen, mit diesen beiden Spalten.',
  fileUnreadable:
    'Diese Datei lässt sich nicht lesen. Wählen Sie eine Datei, keinen Ordner, oder wählen Sie sie noch einmal.',
  headerMissing:
    'Die erste Zeile muss zwei Spalten nennen, email und role. Danach folgt eine Zeile für jede Person: ana@example.com,Member',
  rehearsed: 'Was geschehen würde',
  rehearsedNote: 'Noch ist nichts verschickt.',
  line: 'Zeile',
  fault: 'Grund',
  verdict: 'Ergebnis',
  verdicts: {
    created: 'Neu eingeladen',
    already_invited: 'Schon eingeladen',
    already_a_user: 'Hat ein Konto',
    invalid: 'Nicht gültig',
  },
  faults: {
    columns: 'Nicht zwei Spalten',
    email: 'Keine gültige E-Mail-Adresse',
    role: 'Keine solche Rolle',
  },
  allLines: (count, written) => (count === 1 ? '1 Zeile' : `Alle ${written} Zeilen`),
  onlyFaulty: (count, written) =>
    count === 1 ? 'Nur die fehlerhafte' : `Nur die ${written} fehlerhaften`,
  shownLines: (count) => `Angezeigt werden die ersten ${count}.`,
  moreLines: 'Mehr anzeigen',
  numbered: (line) => `Zeile ${line}`,
  downloadFaulty: 'Fehlerhafte Zeilen herunterladen',
  tooManyLines: 'Die Liste hat mehr als 10.000 Zeilen. Teilen Sie sie auf.',
  listRefused: 'Die Liste wird als ganze abgelehnt. Berichtigen Sie diese Zeilen:',
  listFault: (line, _detail, isForbidden) => {
    const what = line === '' ? 'Die Liste' : `Zeile ${line}`
    return isForbidden
      ? `${what} verlangt eine Rolle, die Sie nicht vergeben dürfen`
      : `${what} ist kein CSV in UTF-8 mit den zwei Spalten email und role`
  },

  imports: 'Importe',
  importFilter: 'Importierte Liste',
  importsLead: 'Alle importierten Listen und der Stand ihres Versands.',
  noImports: 'Noch wurde keine Liste importiert.',
  imported: 'Importiert',
  importedBy: 'Importiert von',
  invitedBy: 'Eingeladen von',
  commandLine: 'Befehlszeile',
  deletedAccount: 'Gelöschtes Konto',
  sending: 'Versand',
  failed: (count) => `${count} fehlgeschlagen`,
  deliveryLeft: (duration) => `Beim eingestellten Tempo dauert der Rest etwa ${duration}.`,

  progressTitle: 'Import',
  progressLead: 'Sie können diese Seite verlassen: Der Versand geht weiter.',
  byLine: 'Nach Zeile',
  lines: 'Zeilen',
  progressOf: (done, all) => `${done} von ${all} verschickt oder erledigt`,
  resendFailed: (count) => `${count} fehlgeschlagene erneut senden`,
  resent: (count) => `Wartet auf den Versand: ${count}.`,
  noLines: 'Keine solche Zeile.',
}
