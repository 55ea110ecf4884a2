/**
 * The driver verifies the certificate in each of these modes, warns of it in text that is no line of the log, and will verify
 * less in its next major version.
 */
const verifyingModes = /(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g

/**
 * The address of a database with the SSL mode that says what the driver does. For the driver alone: other programs
 * understand a mode differently.
 */
export const pinSslMode = (url: string): string =>
  /[?&]uselibpqcompat=true(?:&|$)/.test(url) ? url : url.replace(verifyingModes, 'verify-full')
