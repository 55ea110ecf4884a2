import type { NoticeSubject } from '@ken/core/ports'
import { timeInWords, type Letter } from './letter.ts'

type NoticeText = Pick<Letter, 'subject' | 'happened' | 'advice'>
type SubjectOf<Kind extends NoticeSubject['kind']> = Extract<NoticeSubject, { readonly kind: Kind }>
type Texts = { readonly [Kind in NoticeSubject['kind']]: (about: SubjectOf<Kind>, at: string) => NoticeText }

const wasItYou =
  'Was it you? Then all is well. If not, ask an administrator at once to reset your password and end your sessions.'

/** What each notice tells the person whose account it is about (R33). */
const texts: Texts = {
  guesses_exhausted: (_about, at) => ({
    subject: 'Many wrong guesses at your account',
    happened: [`On ${at}, somebody entered a wrong password or code for your account once more, too many times in a row.`],
    advice:
      'Was it you? Then wait a quarter of an hour and try again. If not: none of the guesses was right, and more of them have to wait. Tell an administrator if it goes on.',
  }),
  password_changed: (_about, at) => ({
    subject: 'Your password was changed',
    happened: [`The password of your account was changed on ${at}.`],
    advice: wasItYou,
  }),
  second_factor_enabled: (_about, at) => ({
    subject: 'Your second factor is on',
    happened: [`Since ${at}, signing in to your account takes a code of your authenticator app, too.`],
    advice: wasItYou,
  }),
  second_factor_disabled: (_about, at) => ({
    subject: 'Your second factor is off',
    happened: [`Since ${at}, signing in to your account takes your password and no code.`],
    advice: wasItYou,
  }),
  second_factor_reset: (_about, at) => ({
    subject: 'Your second factor was removed',
    happened: [`An administrator removed the authenticator app and the recovery codes from your account on ${at}.`],
    advice: 'Did you ask for it? Then set up a new one. If not, tell an administrator at once, and change your password.',
  }),
  recovery_code_used: ({ codesLeft }, at) => ({
    subject: 'A recovery code was used',
    happened: [
      `On ${at}, one of your recovery codes was used in place of your authenticator app. It works no more.`,
      `You have ${codesLeft} left, and can make new ones in your profile.`,
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
}

/** What a notice says of something that happened at a time. */
export const noticeText = <Kind extends NoticeSubject['kind']>(about: SubjectOf<Kind>, at: Date): NoticeText =>
  texts[about.kind](about, timeInWords(at))

const expiryOf = (expiresAt: string | null): string =>
  expiresAt === null ? 'It never expires.' : `It works until ${timeInWords(new Date(expiresAt))}.`
