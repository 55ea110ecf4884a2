import type { Mail } from '@ken/core/ports'
import { timeInWords, type Letter } from './letter.ts'
import { noticeText } from './notice-text.ts'

type MailOf<Kind extends Mail['kind']> = Extract<Mail, { readonly kind: Kind }>
type Letters = { readonly [Kind in Mail['kind']]: (mail: MailOf<Kind>, baseUrl: string) => Letter }

const letters: Letters = {
  invitation: ({ role, token, expiresAt }, baseUrl) => ({
    subject: 'You are invited to Ken',
    name: '',
    happened: [
      `You are invited to Ken as ${role === 'Member' ? 'a' : 'an'} ${role}. Ken finds what your organisation knows.`,
      'Choose a name and a password, and you are in.',
    ],
    link: { label: 'Accept the invitation', url: `${baseUrl}/invite#${token}`, note: usable(expiresAt) },
    advice: 'You expected no invitation? Then ignore this mail, and nothing happens.',
    baseUrl,
  }),
  password_reset: ({ to, token, expiresAt }, baseUrl) => ({
    subject: 'Set a new password for Ken',
    name: to.name,
    happened: ['You, or an administrator for you, asked for a new password for your account.'],
    link: { label: 'Set a new password', url: `${baseUrl}/reset#${token}`, note: usable(expiresAt) },
    advice: 'You do not want a new one? Then ignore this mail, and your password stays as it is.',
    baseUrl,
  }),
  notice: ({ to, about, at }, baseUrl) => ({ name: to.name, link: null, baseUrl, ...noticeText(about, new Date(at)) }),
  test: (_mail, baseUrl) => ({
    subject: 'Ken can send mail',
    name: '',
    happened: ['Somebody who runs Ken asked it for a test mail, and here it is.'],
    link: null,
    advice: 'There is nothing to do.',
    baseUrl,
  }),
}

/** What a mail says. Links start with the base URL and carry their token in the fragment, which reaches no log. */
export function letterOf<Kind extends Mail['kind']>(mail: MailOf<Kind>, baseUrl: string): Letter {
  return letters[mail.kind](mail, baseUrl)
}

const usable = (expiresAt: Date): string => `The link works once, until ${timeInWords(expiresAt)}.`
