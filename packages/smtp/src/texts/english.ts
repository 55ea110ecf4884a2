import { englishNotices } from './english-notices.ts'
import { timeFormatOf } from './time-format.ts'
import type { MailTexts } from './mail-texts.ts'

export const english: MailTexts = {
  greeting: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  closing: 'Sent by Ken. Replies to this address are not read.',
  linkNote: (expiresAt) => `The link works once and expires on ${expiresAt}.`,
  timeInWords: timeFormatOf('en-GB'),
  invitation: ({ role, inviter, organisation }) => {
    const subject = inviter === null ? 'You are invited' : `${inviter} invited you`
    const place = organisation === null ? 'Ken' : `the Ken of ${organisation}`
    const article = role === 'Member' ? 'a' : 'an'
    return {
      subject: 'You are invited to Ken',
      happened: [
        `${subject} to ${place} as ${article} ${role}. Ken finds what your organisation knows.`,
        'To sign in, choose a name and a password.',
      ],
      linkLabel: 'Accept the invitation',
      advice:
        'If you weren’t expecting this, you can ignore this email: no account is created without you.',
    }
  },
  passwordReset: {
    subject: 'Set a new password for Ken',
    happened: ['You or an administrator requested a new password for your account.'],
    linkLabel: 'Set a new password',
    advice:
      'If you don’t want a new password, you can ignore this email. Your password stays the same.',
  },
  notices: englishNotices,
  test: {
    subject: 'Ken can send email',
    happened: ['This is a test email, requested by someone who administers Ken.'],
    advice: 'If it was not you, you can ignore this email.',
  },
}
