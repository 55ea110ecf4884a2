import type { SmtpSink, SunkMail } from '@ken/testing'
import type { Environment } from './ken-program.ts'

/** Makes the program send email to a sink, without a rate limit. */
export const mailSettings = ({ url }: Pick<SmtpSink, 'url'>): Environment => ({
  KEN_SMTP_URL: url,
  KEN_MAIL_FROM: 'Ken <ken@example.com>',
  KEN_MAIL_PER_SECOND: '1000',
})

/** The token in the link of an email, after the `#`, which browsers send to no server. */
export function tokenIn({ links }: SunkMail): string {
  const form = /^https?:\/\/[^/]+\/(?:invite|reset)#(?<token>[\w-]{43})$/
  const [token] = links.flatMap((link) => form.exec(link)?.groups?.['token'] ?? [])
  if (token === undefined) throw new Error(`no link with a token among ${links.length}`)
  return token
}
