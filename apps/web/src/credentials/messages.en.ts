/** The words for passwords, codes and recovery codes, in English. */
export const messages = {
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

export type Messages = typeof messages
