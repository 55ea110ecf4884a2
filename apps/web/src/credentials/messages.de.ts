import type { Messages } from './messages.en.ts'

export const messages: Messages = {
  code: 'Code aus Ihrer Authenticator-App',
  codeHint: 'Sechs Ziffern. Ein Code gilt einmal.',
  codeRefused:
    'Dieser Code wird nicht angenommen. Warten Sie auf den nächsten in der App und geben Sie ihn ein.',
  useRecovery: 'Wiederherstellungscode verwenden',
  useCode: 'Authenticator-App verwenden',
  recovery: 'Wiederherstellungscode',
  recoveryHint:
    'Einer der Codes, die Sie beim Einrichten der App aufbewahrt haben. Er gilt einmal.',
  recoveryRefused:
    'Dieser Wiederherstellungscode wird nicht angenommen. Prüfen Sie jedes Zeichen oder nehmen Sie einen anderen.',
  currentPassword: 'Derzeitiges Passwort',
  currentWrong: 'Das derzeitige Passwort ist falsch.',
  currentReplaced:
    'Das derzeitige Passwort ist falsch. Weil die Verbindung vorhin abgebrochen ist, gilt vielleicht schon Ihr neues.',
  newPassword: 'Neues Passwort',
  passwordHint:
    'Vier Wörter ohne Zusammenhang genügen, etwa „lantern quartz meadow violin“ (nur nicht diese), ebenso 12 zufällige Zeichen aus einem Passwort-Manager; 8 genügen nie.',
  passwordLengths: {
    too_short: (count) => `Eingegeben: ${count} von mindestens 8 Zeichen.`,
    too_long: (count) => `Eingegeben: ${count} von höchstens 128 Zeichen.`,
  },
  passwordTyped: (count) =>
    `Eingegeben: ${count} Zeichen. Wie leicht sie zu erraten sind, prüft Ken beim Absenden.`,
  passwordFaults: {
    too_short: 'Mindestens 8 Zeichen.',
    too_long: 'Höchstens 128 Zeichen.',
    too_weak:
      'Zu leicht zu erraten. Nehmen Sie vier Wörter ohne Zusammenhang oder 12 zufällige Zeichen, und nicht Ihren Namen oder Ihre Adresse.',
    breached: 'Aus einem Datenleck bekannt. Wählen Sie eines, das Sie nirgends sonst verwenden.',
    same_as_current: 'Dasselbe wie das derzeitige Passwort. Wählen Sie ein anderes.',
    too_complex_to_check:
      'Die Prüfung dauert zu lange. Wählen Sie ein kürzeres oder einfacheres Passwort.',
  },
  scan: 'Mit einer Authenticator-App scannen',
  qrLabel: 'QR-Code mit dem Geheimnis für die Authenticator-App',
  noQr: 'Der QR-Code konnte nicht geladen werden. Verwenden Sie das Geheimnis als Text.',
  orType: 'Oder dieses Geheimnis eintippen:',
  copySecret: 'Geheimnis kopieren',
  openInApp: 'In einer App auf diesem Gerät öffnen',
  account: 'Konto',
  replaces:
    'Wenn Sie die Seite neu laden, zeigt sie ein neues Geheimnis, und dieses gilt nicht mehr.',
  enterCode: 'Den angezeigten Code eingeben',
  enable: 'Einschalten',
  codesOnce: 'Sie werden nur dieses eine Mal angezeigt.',
  copyCodes: 'Wiederherstellungscodes kopieren',
  download: 'Herunterladen',
  print: 'Drucken',
  stored: 'Ich habe sie aufbewahrt',
  codesFile: (email) => `Wiederherstellungscodes für Ken von ${email}. Jeder gilt einmal.`,
}
