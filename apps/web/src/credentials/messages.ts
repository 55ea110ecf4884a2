import { sharedMessages } from '../language/language.ts'

const en = {
  code: 'Code from your authenticator app',
  codeHint: 'Six digits. A code works once.',
  codeRefused: 'This code is not accepted. Wait for the next one in the app and enter that.',
  useRecovery: 'Use a recovery code',
  useCode: 'Use the authenticator app',
  recovery: 'Recovery code',
  recoveryHint: 'One of the codes that you stored when you set up the app. It works once.',
  recoveryRefused: 'This recovery code is not accepted. Check each character, or use another one.',
  currentPassword: 'Current password',
  currentWrong: 'The current password is wrong.',
  currentReplaced:
    'The current password is wrong. Because the connection failed before, your new one may be in use already.',
  newPassword: 'New password',
  passwordHint:
    'Four unrelated words are enough, such as “lantern quartz meadow violin” (but not these). So are 12 random characters from a password manager; 8 never are.',
  passwordLengths: {
    too_short: (count: number) => `Typed: ${count} of at least 8 characters.`,
    too_long: (count: number) => `Typed: ${count} of at most 128 characters.`,
  },
  passwordTyped: (count: number) =>
    `Typed: ${count} characters. Ken checks how easy they are to guess when you send them.`,
  passwordFaults: {
    too_short: 'At least 8 characters.',
    too_long: 'At most 128 characters.',
    too_weak:
      'Too easy to guess. Use four unrelated words, or 12 random characters, and not your name or address.',
    breached: 'Known from a data breach. Choose one that you use nowhere else.',
    same_as_current: 'The same as the current password. Choose another one.',
    too_complex_to_check: 'Takes too long to check. Choose a shorter or simpler one.',
  },
  scan: 'Scan with an authenticator app',
  qrLabel: 'QR code with the secret for the authenticator app',
  noQr: 'The QR code could not be loaded. Use the secret as text.',
  orType: 'Or type this secret:',
  copySecret: 'Copy the secret',
  openInApp: 'Open in an app on this device',
  account: 'Account',
  replaces: 'If you reload the page, it shows a new secret, and this one stops working.',
  enterCode: 'Enter the code that it shows',
  enable: 'Enable',
  codesOnce: 'They are shown only this once.',
  copyCodes: 'Copy the recovery codes',
  download: 'Download',
  print: 'Print',
  stored: 'I have stored them',
  codesFile: (email: string) => `Ken recovery codes of ${email}. Each works once.`,
}

export type CredentialMessages = typeof en

const de: CredentialMessages = {
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

/** The words for passwords, codes and recovery codes, at the sign-in and in the own account. */
export const credentialMessages = sharedMessages({ en, de })
