import type { Messages } from './messages.en.ts'

/** The words of the settings of the organisation, in German. */
export const messages: Messages = {
  settings: 'Einstellungen',
  lead: 'Was für alle in diesem Ken gilt.',
  readOnly: 'Nur Eigentümer können die Einstellungen ändern.',
  organisation: 'Name der Organisation',
  organisationHint:
    'Auf der Anmeldeseite, in E-Mail-Nachrichten und in Authenticator-Apps. Leer für keinen.',
  organisationInvalid:
    'Geben Sie höchstens 200 Zeichen ein, davon mindestens ein sichtbares, oder nichts.',
  factor: 'Zwei-Faktor-Authentisierung wird verlangt von',
  roles: { Owner: 'Eigentümern', Admin: 'Administratoren', Member: 'Mitgliedern' },
  locked: (count, roles) => `Ohne sie sind bei ${roles}: ${count}.`,
  lockedAfterSaving:
    'Nach dem Speichern können sie nichts anderes tun, bis sie sie eingerichtet haben.',
  lockedNow: 'Sie können nichts anderes tun, bis sie sie eingerichtet haben.',
  none: 'Alle mit diesen Rollen haben sie.',
  save: 'Speichern',
  saved: 'Die Einstellungen sind gespeichert.',
}
