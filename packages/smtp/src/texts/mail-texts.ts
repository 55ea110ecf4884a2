import type { Mail, NoticeSubject } from '@ken/core/ports'
import type { Letter } from '../letter.ts'

/** The languages that emails are written in. */
export const mailLanguages = ['en', 'de'] as const
export type MailLanguage = (typeof mailLanguages)[number]

export type MailOf<Kind extends Mail['kind']> = Extract<Mail, { readonly kind: Kind }>
export type SubjectOf<Kind extends NoticeSubject['kind']> = Extract<
  NoticeSubject,
  { readonly kind: Kind }
>
export type MailText = Pick<Letter, 'subject' | 'happened' | 'advice'>
/** A text that may name a page of the console, by its path below the base URL. */
export type NoticeText = MailText & {
  readonly page?: { readonly label: string; readonly path: `/${string}` }
}
/** A text with a link, whose address is not part of it. */
export type LinkedText = MailText & { readonly linkLabel: string }

/** The text of each notice about an event at a point in time, for the owner of the account. */
export type NoticeTexts = {
  readonly [Kind in NoticeSubject['kind']]: (about: SubjectOf<Kind>, at: string) => NoticeText
}

/** Everything that emails say, in one language. */
export type MailTexts = {
  /** `name` is empty if unknown. */
  readonly greeting: (name: string) => string
  readonly closing: string
  readonly linkNote: (expiresAt: string) => string
  readonly timeInWords: (time: Date) => string
  readonly invitation: (
    mail: Pick<MailOf<'invitation'>, 'role' | 'inviter' | 'organisation'>,
  ) => LinkedText
  readonly passwordReset: LinkedText
  readonly notices: NoticeTexts
  readonly test: MailText
}
