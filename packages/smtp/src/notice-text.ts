import type { NamedServiceKey, NoticeSubject, StandingAccess } from '@ken/core/ports'
import { timeInWords, type Letter } from './letter.ts'

type NoticeText = Pick<Letter, 'subject' | 'happened' | 'advice'>
type SubjectOf<Kind extends NoticeSubject['kind']> = Extract<NoticeSubject, { readonly kind: Kind }>
type Texts = { readonly [Kind in NoticeSubject['kind']]: (about: SubjectOf<Kind>, at: string) => NoticeText }

const wasItYou =
  'Was it you? Then all is well. If not, ask an administrator at once to reset your password and end your sessions.'

/** What each notice tells the person whose account it is about. */
const texts: Texts = {
  guesses_exhausted: (_about, at) => ({
    subject: 'Many wrong guesses at your account',
    happened: [`On ${at}, somebody entered a wrong password or code for your account once more, too many times in a row.`],
    advice:
      'Was it you? On devices that never signed in to your account, sign-in is now blocked for a while: try again in a quarter of an hour, use a device that you signed in on before, or reset your password. If it was not you: none of the guesses was right. Tell an administrator if it goes on.',
  }),
  password_changed: ({ access }, at) => ({
    subject: 'Your password was changed',
    happened: [`The password of your account was changed on ${at}.`, ...accessOf(access)],
    advice: wasItYou,
  }),
  second_factor_enabled: (_about, at) => ({
    subject: 'Your second factor is on',
    happened: [`Since ${at}, signing in to your account takes a code of your authenticator app, too.`],
    advice: wasItYou,
  }),
  second_factor_disabled: ({ access }, at) => ({
    subject: 'Your second factor is off',
    happened: [`Since ${at}, signing in to your account takes your password and no code.`, ...accessOf(access)],
    advice: wasItYou,
  }),
  second_factor_reset: ({ access }, at) => ({
    subject: 'Your second factor was removed',
    happened: [
      `An administrator removed the authenticator app and the recovery codes from your account on ${at}.`,
      ...accessOf(access),
    ],
    advice: 'Did you ask for it? Then set up a new one. If not, tell an administrator at once, and change your password.',
  }),
  recovery_code_used: ({ codesLeft }, at) => ({
    subject: 'A recovery code was used',
    happened: [
      `On ${at}, one of your recovery codes was used in place of your authenticator app. It works no more.`,
      `You have ${codesLeft} left. POST /api/v1/me/mfa/recovery-codes creates new ones.`,
    ],
    advice: wasItYou,
  }),
  recovery_codes_renewed: (_about, at) => ({
    subject: 'You have new recovery codes',
    happened: [`New recovery codes were made for your account on ${at}. The earlier ones work no more.`],
    advice: wasItYou,
  }),
  email_changed: ({ from, to }, at) => ({
    subject: 'Your address was changed',
    happened: [
      `An administrator changed the address of your account on ${at}, from ${from} to ${to}.`,
      'Sign in with the new one.',
    ],
    advice: 'Is that not right? Then tell an administrator at once.',
  }),
  key_issued: ({ keyName, keyPrefix, expiresAt }, at) => ({
    subject: 'You have a new API key',
    happened: [
      `The API key “${keyName}”, which begins with ${keyPrefix}, was made for your account on ${at}.`,
      `Whoever has it finds what you may see. ${expiryOf(expiresAt)}`,
    ],
    advice: 'Did you not expect it? Then revoke it, and tell an administrator.',
  }),
  key_expiring: ({ keyName, keyPrefix, expiresAt }) => ({
    subject: 'Your API key expires soon',
    happened: [`Your API key “${keyName}” begins with ${keyPrefix}. ${expiryOf(expiresAt)}`],
    advice: 'Do you still need it? Then make a new one, put it in its place, and revoke this one.',
  }),
  service_key_created: ({ by, ...key }, at) => ({
    subject: 'A service key was created',
    happened: [
      `${by ?? 'An operator, on the command line,'} created the service key ${nameOf(key)} on ${at}.`,
      `Its holder can search on behalf of everyone who is linked on ${key.source}, Owners included.`,
    ],
    advice: 'Do you know what the key is for? If not, ask the other administrators, and revoke it. All Owners get this email.',
  }),
  service_key_taken_over: ({ by, ...key }, at) => ({
    subject: 'A service key was taken over',
    happened: [
      `${by} became responsible for the service key ${nameOf(key)} on ${at}.`,
      'It works for as long as this person is an active Owner.',
    ],
    advice: 'Do you know what the key is for? If not, ask the other administrators, and revoke it. All Owners get this email.',
  }),
  service_keys_ended: ({ responsible, keys }, at) => ({
    subject: keys.length === 1 ? 'A service key ended' : 'Service keys ended',
    happened: [
      `The account ${responsible} changed on ${at}. The service keys that this person was responsible for were revoked:`,
      ...keys.map((key) => `${nameOf(key)}, for ${key.source}`),
    ],
    advice: 'Does a bot still need one of them? Then make a new one and give it to the bot. All Owners get this email.',
  }),
}

/** What a notice says of something that happened at a time. */
export const noticeText = <Kind extends NoticeSubject['kind']>(about: SubjectOf<Kind>, at: Date): NoticeText =>
  texts[about.kind](about, timeInWords(at))

const nameOf = ({ keyName, keyPrefix }: NamedServiceKey): string => `“${keyName}”, which begins with ${keyPrefix}`

const expiryOf = (expiresAt: string | null): string =>
  expiresAt === null ? 'It never expires.' : `It works until ${timeInWords(new Date(expiresAt))}.`

/** What still acts as the person, for them to look through. */
function accessOf(access: StandingAccess | undefined): readonly string[] {
  if (access === undefined) return []
  const keys = access.keys.map(({ name, prefix }) => `the API key “${name}”, which begins with ${prefix}`)
  const links = access.links.map(({ source }) => `a linked chat of ${source}`)
  const more = access.more === 0 ? [] : [`${access.more} more`]
  return [
    `These still act as you: ${[...keys, ...links, ...more].join('; ')}.`,
    'Look through them, and revoke or remove any that you did not make.',
  ]
}
