import type { NamedServiceKey, RemainingAccess } from '@ken/core/ports'
import type { NoticeTexts } from './mail-texts.ts'
import { timeFormatOf } from './time-format.ts'

const timeInWords = timeFormatOf('de-DE')

const wasItYou =
  'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, bitten Sie sofort einen Administrator, Ihr Passwort zurückzusetzen und Ihre Sitzungen zu beenden.'
const unknownKey =
  'Wenn Sie nicht wissen, wofür dieser Schlüssel ist, fragen Sie die anderen Administratoren oder widerrufen Sie ihn. Alle Eigentümer bekommen diese E-Mail.'

export const germanNotices: NoticeTexts = {
  guesses_exhausted: (_about, at) => ({
    subject: 'Fehlgeschlagene Anmeldungen an Ihrem Konto',
    happened: [
      `Am ${at} wurde für Ihr Konto zu oft hintereinander ein falsches Passwort oder ein falscher Code eingegeben.`,
    ],
    advice:
      'Wenn Sie das waren: Die Anmeldung ist vorübergehend auf Geräten gesperrt, auf denen Sie sich noch nie angemeldet haben. Versuchen Sie es in 15 Minuten noch einmal, verwenden Sie ein Gerät, auf dem Sie sich schon angemeldet haben, oder setzen Sie Ihr Passwort zurück. Wenn Sie es nicht waren: Keiner dieser Versuche war erfolgreich. Wenn es wieder vorkommt, wenden Sie sich an einen Administrator.',
  }),
  password_changed: ({ access }, at) => ({
    subject: 'Ihr Passwort wurde geändert',
    happened: [`Das Passwort Ihres Kontos wurde am ${at} geändert.`, ...accessOf(access)],
    advice: wasItYou,
  }),
  second_factor_enabled: (_about, at) => ({
    subject: 'Zwei-Faktor-Authentisierung ist ein',
    happened: [
      `Die Zwei-Faktor-Authentisierung wurde am ${at} für Ihr Konto eingeschaltet. Zur Anmeldung brauchen Sie nun auch einen Code aus Ihrer Authenticator-App.`,
    ],
    advice: wasItYou,
  }),
  second_factor_disabled: ({ access }, at) => ({
    subject: 'Zwei-Faktor-Authentisierung ist aus',
    happened: [
      `Die Zwei-Faktor-Authentisierung wurde am ${at} für Ihr Konto ausgeschaltet. Zur Anmeldung genügt nun Ihr Passwort.`,
      ...accessOf(access),
    ],
    advice: wasItYou,
  }),
  second_factor_reset: ({ access }, at) => ({
    subject: 'Zwei-Faktor-Authentisierung entfernt',
    happened: [
      `Ein Administrator hat am ${at} Ihre Authenticator-App und Ihre Wiederherstellungscodes von Ihrem Konto entfernt.`,
      ...accessOf(access),
    ],
    advice:
      'Wenn Sie darum gebeten haben, richten Sie die Zwei-Faktor-Authentisierung wieder ein. Wenn nicht, ändern Sie sofort Ihr Passwort und wenden Sie sich an einen Administrator.',
  }),
  recovery_code_used: ({ codesLeft }, at) => ({
    subject: 'Ein Wiederherstellungscode wurde benutzt',
    happened: [
      `Am ${at} wurde einer Ihrer Wiederherstellungscodes anstelle Ihrer Authenticator-App benutzt. Er gilt nicht mehr.`,
      `Sie haben noch ${codesLeft}. Neue können Sie jederzeit erzeugen.`,
    ],
    page: { label: 'Neue Wiederherstellungscodes erzeugen', path: '/me/security' },
    advice: wasItYou,
  }),
  recovery_codes_renewed: (_about, at) => ({
    subject: 'Sie haben neue Wiederherstellungscodes',
    happened: [
      `Für Ihr Konto wurden am ${at} neue Wiederherstellungscodes erzeugt. Die früheren gelten nicht mehr.`,
    ],
    advice: wasItYou,
  }),
  test_email: (_about, at) => ({
    subject: 'Ken kann E-Mail senden',
    happened: [`Dies ist die Test-E-Mail, die Sie am ${at} angefordert haben.`],
    advice:
      'Wenn Sie das nicht waren, beenden Sie alle Ihre Sitzungen, ändern Sie Ihr Passwort und wenden Sie sich an einen anderen Administrator.',
  }),
  email_changed: ({ from, to }, at) => ({
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    happened: [
      `Ein Administrator hat am ${at} die E-Mail-Adresse Ihres Kontos von ${from} zu ${to} geändert.`,
      'Melden Sie sich mit der neuen Adresse an.',
    ],
    advice: 'Wenn das falsch ist, wenden Sie sich sofort an einen Administrator.',
  }),
  key_issued: ({ keyName, keyPrefix, expiresAt }, at) => ({
    subject: 'Sie haben einen neuen API-Schlüssel',
    happened: [
      `Der API-Schlüssel „${keyName}“, der mit ${keyPrefix} beginnt, wurde am ${at} für Ihr Konto erzeugt.`,
      `Mit diesem Schlüssel kann man alles durchsuchen, was Sie sehen dürfen. ${expiryOf(expiresAt)}`,
    ],
    advice:
      'Wenn Sie diesen Schlüssel nicht erwartet haben, widerrufen Sie ihn und wenden Sie sich an einen Administrator.',
  }),
  key_expiring: ({ keyName, keyPrefix, expiresAt }) => ({
    subject: 'Ihr API-Schlüssel läuft bald ab',
    happened: [`Ihr API-Schlüssel „${keyName}“ beginnt mit ${keyPrefix}. ${expiryOf(expiresAt)}`],
    advice:
      'Wenn Sie ihn noch brauchen, erzeugen Sie einen neuen, ersetzen Sie ihn überall und widerrufen Sie diesen. Wenn Sie diesen Schlüssel nicht kennen, widerrufen Sie ihn und wenden Sie sich an einen Administrator.',
  }),
  chat_linked: ({ source }, at) => ({
    subject: 'Ein Chat wurde mit Ihrem Konto verbunden',
    happened: [
      `Am ${at} wurde ein Mitglied von ${source}, dessen bestätigte E-Mail-Adresse die Ihres Kontos ist, mit diesem verbunden. Ein Eigentümer von Ken hat das eingeschaltet.`,
      'Ken antwortet diesem Mitglied nun mit dem, was Sie sehen dürfen.',
    ],
    advice:
      'Wenn Sie Ken dort geschrieben haben, brauchen Sie nichts zu tun. Wenn nicht, trennen Sie den Chat und wenden Sie sich an einen Administrator.',
  }),
  service_key_created: ({ by, ...key }, at) => ({
    subject: 'Ein Dienstschlüssel wurde erzeugt',
    happened: [
      `${by ?? 'Ein Betreiber'} hat am ${at} den Dienstschlüssel ${nameOf(key)}, erzeugt.`,
      `Wer ihn hat, kann für alle suchen, die mit ${key.source} verbunden sind, auch für Eigentümer.`,
    ],
    advice: unknownKey,
  }),
  service_key_taken_over: ({ by, ...key }, at) => ({
    subject: 'Ein Dienstschlüssel wurde übernommen',
    happened: [
      `${by} ist seit ${at} für den Dienstschlüssel ${nameOf(key)}, verantwortlich.`,
      'Der Schlüssel gilt, solange diese Person aktiver Eigentümer ist.',
    ],
    advice: unknownKey,
  }),
  service_keys_ended: ({ responsible, keys }, at) => ({
    subject:
      keys.length === 1
        ? 'Ein Dienstschlüssel gilt nicht mehr'
        : 'Dienstschlüssel gelten nicht mehr',
    happened: [
      `Das Konto ${responsible} hat sich am ${at} geändert. Die Dienstschlüssel, für die diese Person verantwortlich war, wurden widerrufen:`,
      ...keys.map((key) => `${nameOf(key)}, für ${key.source}`),
    ],
    advice:
      'Wenn ein Bot noch einen dieser Schlüssel braucht, erzeugen Sie einen neuen und tragen Sie ihn im Bot ein. Wenn Sie das nicht erwartet haben, fragen Sie die anderen Administratoren. Alle Eigentümer bekommen diese E-Mail.',
  }),
}

const nameOf = ({ keyName, keyPrefix }: NamedServiceKey): string =>
  `„${keyName}“, der mit ${keyPrefix} beginnt`

const expiryOf = (expiresAt: string | null): string =>
  expiresAt === null ? 'Er läuft nie ab.' : `Er gilt bis ${timeInWords(new Date(expiresAt))}.`

/** The keys and links that still have access, for the person to check. */
function accessOf(access: RemainingAccess | undefined): readonly string[] {
  if (access === undefined) return []
  const keys = access.keys.map(
    ({ name, prefix }) => `der API-Schlüssel „${name}“, der mit ${prefix} beginnt`,
  )
  const links = access.links.map(({ source }) => `ein verbundener Chat von ${source}`)
  const more = access.more === 0 ? [] : [`${access.more} weitere`]
  return [
    `Weiterhin Zugang zu Ihrem Konto haben: ${[...keys, ...links, ...more].join('; ')}.`,
    'Prüfen Sie sie, und widerrufen oder entfernen Sie alles, was Sie nicht selbst angelegt haben.',
  ]
}
