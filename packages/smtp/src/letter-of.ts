import type { Mail, NoticeSubject } from '@ken/core/ports'
import type { Letter } from './letter.ts'
import { english } from './texts/english.ts'
import { german } from './texts/german.ts'
import type {
  LinkedText,
  MailLanguage,
  MailOf,
  MailTexts,
  NoticeText,
  SubjectOf,
} from './texts/mail-texts.ts'

const textsIn: { readonly [Language in MailLanguage]: MailTexts } = { en: english, de: german }

type Body = Pick<Letter, 'subject' | 'happened' | 'link' | 'advice'> & { readonly name: string }
type Bodies = {
  readonly [Kind in Mail['kind']]: (mail: MailOf<Kind>, texts: MailTexts, baseUrl: string) => Body
}

const bodies: Bodies = {
  invitation: (mail, texts, baseUrl) => ({
    name: '',
    ...linked(texts, texts.invitation(mail), `${baseUrl}/invite#${mail.token}`, mail.expiresAt),
  }),
  password_reset: ({ to, token, expiresAt }, texts, baseUrl) => ({
    name: to.name,
    ...linked(texts, texts.passwordReset, `${baseUrl}/reset#${token}`, expiresAt),
  }),
  notice: ({ to, about, at }, texts, baseUrl) => {
    const { page, ...text } = noticeText(texts, about, new Date(at))
    const link =
      page === undefined ? null : { label: page.label, url: `${baseUrl}${page.path}`, note: null }
    return { name: to.name, link, ...text }
  },
  test: (_mail, { test }) => ({ name: '', link: null, ...test }),
}

/**
 * The content of an email in a language. Links start with the base URL; tokens are in the fragment,
 * which browsers never send to a server.
 */
export function letterOf<Kind extends Mail['kind']>(
  mail: MailOf<Kind>,
  { baseUrl, language }: { readonly baseUrl: string; readonly language: MailLanguage },
): Letter {
  const texts = textsIn[language]
  const { name, ...body } = bodies[mail.kind](mail, texts, baseUrl)
  const { closing, greeting } = texts
  return { ...body, language, greeting: greeting(name), closing, baseUrl }
}

const linked = (
  { linkNote, timeInWords }: MailTexts,
  { linkLabel: label, ...text }: LinkedText,
  url: string,
  expiresAt: Date,
): Omit<Body, 'name'> => ({ ...text, link: { label, url, note: linkNote(timeInWords(expiresAt)) } })

const noticeText = <Kind extends NoticeSubject['kind']>(
  { notices, timeInWords }: MailTexts,
  about: SubjectOf<Kind>,
  at: Date,
): NoticeText => notices[about.kind](about, timeInWords(at))
