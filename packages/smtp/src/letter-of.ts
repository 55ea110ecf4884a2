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
      'To sign in, choose a name and a password.',
    ],
    link: {
      label: 'Accept the invitation',
      url: `${baseUrl}/invite#${token}`,
      note: usable(expiresAt),
    },
    advice: 'If you weren’t expecting this, you can ignore this email.',
    baseUrl,
  }),
  password_reset: ({ to, token, expiresAt }, baseUrl) => ({
    subject: 'Set a new password for Ken',
    name: to.name,
    happened: ['You or an administrator requested a new password for your account.'],
    link: {
      label: 'Set a new password',
      url: `${baseUrl}/reset#${token}`,
      note: usable(expiresAt),
    },
    advice:
      'If you don’t want a new password, you can ignore this email. Your password stays the same.',
    baseUrl,
  }),
  notice: ({ to, about, at }, baseUrl) => ({
    name: to.name,
    link: null,
    baseUrl,
    ...noticeText(about, new Date(at)),
  }),
  test: (_mail, baseUrl) => ({
    subject: 'Ken can send email',
    name: '',
    happened: ['This is a test email, requested by an operator of Ken.'],
    link: null,
    advice: 'You don’t need to do anything.',
    baseUrl,
  }),
}

/** The content of an email. Links start with the base URL; tokens are in the fragment, which browsers never send to a server. */
export function letterOf<Kind extends Mail['kind']>(mail: MailOf<Kind>, baseUrl: string): Letter {
  return letters[mail.kind](mail, baseUrl)
}

const usable = (expiresAt: Date): string =>
  `The link works once and expires on ${timeInWords(expiresAt)}.`
