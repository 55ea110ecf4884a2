import type { Messages } from './messages.en.ts'

/** The words of signing in, in German. */
export const messages: Messages = {
  signIn: 'Anmelden',
  signInTo: (organisation) => `Anmelden bei ${organisation}`,
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  remember: 'In diesem Browser angemeldet bleiben',
  forgot: 'Passwort vergessen?',
  refused: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  cancel: 'Zurück zur Anmeldung',
  step: (position) => `Schritt ${position}`,
  stepOf: (position, total) => `Schritt ${position} von ${total}`,
  secondsLeft: (seconds) => `Noch ${seconds}\u00A0s für diesen Schritt`,
  ended: {
    signed_out: 'Sie sind abgemeldet.',
    unconfirmed:
      'Sie sind auf dieser Seite abgemeldet, aber Ken hat es nicht bestätigt. In diesem Browser sind Sie vielleicht noch angemeldet.',
    refresh_refused:
      'Sie wurden abgemeldet, weil die Sitzung beendet ist. Ihre Eingaben bleiben erhalten.',
    retry_refused:
      'Sie wurden abgemeldet, weil die Sitzung beendet ist. Ihre Eingaben bleiben erhalten.',
    other: 'Sie wurden abgemeldet. Ihre Eingaben bleiben erhalten.',
  },
  over: {
    left: 'Die Seite wurde verlassen, bevor Sie angemeldet waren. Beginnen Sie noch einmal.',
    time: 'Die Zeit für diesen Schritt ist abgelaufen. Beginnen Sie noch einmal.',
    attempts: 'Die Zahl der Versuche für diesen Schritt ist verbraucht. Beginnen Sie noch einmal.',
    lost: 'Weil die Verbindung abgebrochen ist, ist die Zwei-Faktor-Authentisierung vielleicht schon an. Beginnen Sie noch einmal.',
  },

  codeTitle: 'Zwei-Faktor-Authentisierung',
  verify: 'Prüfen',

  forcedTitle: 'Passwort wählen',
  forcedLead:
    'Sie haben sich mit einem vorläufigen Passwort angemeldet. Wählen Sie ein eigenes; das vorläufige gilt dann nicht mehr.',
  gatePasswordLead: 'Ihr Passwort muss ersetzt werden, bevor es weitergeht.',
  setPassword: 'Passwort setzen',

  enrolTitle: 'Zwei-Faktor-Authentisierung einrichten',
  enrolLead: 'Ihre Rolle verlangt bei jeder Anmeldung einen Code aus einer Authenticator-App.',
  gateEnrolLead:
    'Ihre Rolle verlangt jetzt einen Code aus einer Authenticator-App. Richten Sie sie ein, dann geht es dort weiter, wo Sie waren.',

  codesTitle: 'Wiederherstellungs\u00ADcodes aufbewahren',
  codesLead:
    'Die Zwei-Faktor-Authentisierung ist eingeschaltet. Wenn Sie die App verlieren, gilt stattdessen jeder dieser Codes einmal.',
  continue: 'Weiter',

  codeUsed: 'Ein Wiederherstellungscode ist verbraucht',
  codesLeft: (count, written) =>
    count === 1
      ? 'Es bleibt 1 Wiederherstellungscode.'
      : `Es bleiben ${written} Wiederherstellungscodes.`,
  renewSoon: 'Fordern Sie im eigenen Konto unter Sicherheit neue an, bevor Sie sie brauchen.',

  forgotTitle: 'Passwort vergessen?',
  forgotLead:
    'Geben Sie Ihre E-Mail-Adresse ein. Sie bekommen einen Link, um ein neues Passwort zu setzen.',
  sendLink: 'Link senden',
  sent: 'Wenn es ein Konto mit dieser Adresse gibt, ist eine E-Mail unterwegs. Der Link gilt einmal, eine Stunde lang.',
  sendAgain: 'Noch einmal senden',
  sendAgainIn: (seconds) => `Noch einmal senden in ${seconds}\u00A0s`,
  mailNotConfigured:
    'Ken kann noch keine E-Mail senden. Bitten Sie einen Administrator um ein neues Passwort.',

  resetTitle: 'Neues Passwort setzen',
  resetLead:
    'Es ersetzt das alte Passwort und meldet Sie auf allen Geräten ab. API-Schlüssel gelten weiter.',
  resetDone: 'Das neue Passwort ist gesetzt. Melden Sie sich damit an.',

  linkTitle: 'Dieser Link gilt nicht',
  linkInvalid: 'Er wurde benutzt, ist abgelaufen oder nicht der neueste.',
  linkAgainTitle: 'Öffnen Sie den Link noch einmal',
  linkIncomplete:
    'Die Seite wurde neu geladen, oder der Link ist unvollständig. Wenn Sie ihn noch nicht benutzt haben, öffnen Sie ihn noch einmal in der E-Mail.',
  linkInviteAdvice:
    'Wenn Sie Ihr Konto schon angelegt haben, melden Sie sich an. Sonst bitten Sie die Person, die Sie eingeladen hat, um einen neuen Link.',
  linkResetAdvice: 'Fordern Sie einen neuen an; nur der neueste gilt.',

  inviteTitle: 'Sie sind eingeladen',
  inviteLead: {
    Owner: 'Als Eigentümer verwalten Sie Ken und alle Personen darin.',
    Admin: 'Als Administrator verwalten Sie die Mitglieder.',
    Member: 'Als Mitglied durchsuchen Sie, was Sie sehen dürfen.',
  },
  name: 'Name',
  nameInvalid: 'Geben Sie 1 bis 200 Zeichen ein, davon mindestens ein sichtbares.',
  emailInvalid: 'Geben Sie eine gültige E-Mail-Adresse ein, etwa ana@example.com.',
  createAccount: 'Konto anlegen',

  setupTitle: 'Ken einrichten',
  setupLead: 'Legen Sie das Konto des ersten Eigentümers an. Andere können Sie später einladen.',
  nameOptional: 'Name (freiwillig)',
  createOwner: 'Eigentümer anlegen',
  setupTaken: 'Eine andere Person hat Ken gerade eingerichtet. Melden Sie sich an.',
  readyTitle: 'Ken ist bereit',
  readyLead: 'Diese Schritte machen es nützlich. Die Befehle laufen auf dem Server.',
  importHere: 'Dateien im Browser importieren',
  steps: {
    importing: {
      title: 'Wissen importieren',
      text: 'Jedes Dokument nennt, wer es sehen darf. Wählen Sie hier einen Ordner, oder nehmen Sie die Befehlszeile; dieser Befehl ist für alle.',
      command: 'npx --yes pnpm@12 ken import ./documents --source wiki --allow everyone',
    },
    email: {
      title: 'E-Mail einrichten',
      text: 'Einladungen und Links für neue Passwörter kommen per E-Mail. Starten Sie Ken mit diesen Einstellungen.',
      command: 'KEN_SMTP_URL=smtps://user:password@mail.example.com KEN_MAIL_FROM=ken@example.com',
    },
    inviting: {
      title: 'Personen einladen',
      text: 'Sie bekommen einen Link, um ihr Konto anzulegen. Einladen können Sie auch hier, unter „Einladungen“.',
      command: 'npx --yes pnpm@12 ken users invite grace@example.com',
    },
  },
  copyCommand: 'Befehl kopieren',
  toSearch: 'Zur Suche',
}
