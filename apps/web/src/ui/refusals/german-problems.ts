import type { ProblemCode } from '../../contract/contract.ts'
import type { Refusal } from './refusal.ts'

const invalidHere = 'Diese Anfrage ist nicht gültig. Laden Sie die Seite neu.'
const signInAgain = 'Ihre Anmeldung gilt nicht mehr. Melden Sie sich neu an.'

/**
 * What to say about a refusal for which a screen has no words of its own. The server describes
 * refusals in English.
 */
const problems: Readonly<Record<ProblemCode, string>> = {
  ACCESS_CHANGED: 'Was Sie sehen dürfen, hat sich inzwischen geändert. Fragen Sie noch einmal.',
  CONFLICT:
    'Das ist im jetzigen Zustand nicht möglich. Vielleicht hat ihn gerade jemand anderes geändert: Laden Sie die Seite neu.',
  CURRENT_PASSWORD_WRONG: 'Das derzeitige Passwort ist falsch.',
  DOCUMENT_CHANGED: 'Das Dokument hat sich beim Lesen geändert. Lesen Sie es noch einmal von vorn.',
  FORBIDDEN: 'Das dürfen Sie nicht. Geändert wurde nichts.',
  IDEMPOTENCY_KEY_INVALID: invalidHere,
  IDEMPOTENCY_KEY_REUSED: invalidHere,
  IDENTITY_NOT_LINKED: 'Dieses Chat-Konto ist nicht verbunden.',
  INTERNAL: 'Etwas ist schiefgegangen. Versuchen Sie es noch einmal.',
  INVALID_REQUEST: 'Eine Angabe ist nicht gültig. Prüfen Sie Ihre Eingaben.',
  MFA_CODE_REFUSED:
    'Der Code ist falsch, abgelaufen oder schon benutzt. Versuchen Sie es mit dem nächsten.',
  MFA_ENROLMENT_REQUIRED:
    'Ihre Rolle verlangt die Zwei-Faktor-Authentisierung. Richten Sie sie zuerst ein.',
  NOT_ACCEPTABLE: invalidHere,
  NOT_FOUND: 'Hier ist nichts, oder nichts, was Sie sehen dürfen.',
  ON_BEHALF_OF_NOT_ALLOWED: invalidHere,
  ON_BEHALF_OF_REQUIRED: invalidHere,
  PASSWORD_CHANGE_REQUIRED: 'Ersetzen Sie zuerst das vorläufige Passwort.',
  PASSWORD_REJECTED: 'Dieses Passwort wird nicht angenommen. Wählen Sie ein anderes.',
  PAYLOAD_TOO_LARGE: 'Das ist zu viel auf einmal. Teilen Sie es auf.',
  PROBE_FAILED: 'Die Plattform nimmt den Bot nicht an.',
  RATE_LIMITED: 'Zu viele Versuche. Warten Sie einen Moment.',
  REQUEST_IN_PROGRESS: 'Das wird gerade schon ausgeführt. Warten Sie einen Moment.',
  REQUEST_TIMEOUT: 'Das Senden hat zu lange gedauert. Versuchen Sie es noch einmal.',
  SMTP_NOT_CONFIGURED:
    'Ken kann keine E-Mail senden. Setzen Sie KEN_SMTP_URL und KEN_MAIL_FROM, und starten Sie Ken neu.',
  TOKEN_EXPIRED: signInAgain,
  TOKEN_INVALID: 'Der Link ist falsch, benutzt oder zu alt. Fordern Sie einen neuen an.',
  UNAUTHENTICATED: signInAgain,
  UNAVAILABLE: 'Ken ist gerade ausgelastet. Versuchen Sie es gleich noch einmal.',
  UNSUPPORTED_MEDIA_TYPE: invalidHere,
}

/** An older or newer server may have other codes. */
const sentences: { readonly [code: string]: string } = problems

export const messages: Refusal = (code) => sentences[code] ?? 'Ken lehnt das ab.'
