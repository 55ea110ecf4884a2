import {
  canonicalEmail,
  mailAnswerSecondsMax,
  mailHandOverSecondsMax,
  type Email,
  type Log,
  type Mail,
  type Mailer,
  type MailVerdict,
  type Recipient,
} from '@ken/core/ports'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SendMailOptions } from 'nodemailer'
import { htmlOf, oneLine, textOf } from './layout.ts'
import { letterOf } from './letter-of.ts'
import { openPool, type Patience, type Pool } from './open-pool.ts'
import { parseSmtpUrl } from './parse-smtp-url.ts'
import { silence, smtpFailure } from './smtp-failure.ts'

/** The mail server and the sender, as `KEN_SMTP_URL` and `KEN_MAIL_FROM` say them, and where links lead. */
export type SmtpMailerOptions = {
  readonly url: string
  readonly from: { readonly name: string; readonly address: Email }
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly log: Log
  readonly patience?: Patience
}

/** A mailer with the check that `ken doctor` makes. */
export type SmtpMailer = Mailer & {
  /** Connects and signs in without sending anything; null when that went well, else why it did not. Never throws. */
  readonly probe: () => Promise<string | null>
  /** Takes nothing more, lets what is under way end, for a few seconds, and then ends every connection. */
  readonly close: () => Promise<void>
}

/** Workers end within ten seconds, and have to note then what became of their mails. */
const usualPatience: Patience = {
  handOverMs: mailHandOverSecondsMax * 1_000,
  answerMs: mailAnswerSecondsMax * 1_000,
  endMs: 8_000,
}

/**
 * Sends mail over SMTP, over a few connections that stay open between mails. One try per call: who asks decides
 * about another. Throws when the address of the server cannot be used.
 */
export function smtpMailer({ url, from, baseUrl, log, patience = usualPatience }: SmtpMailerOptions): SmtpMailer {
  const server = parseSmtpUrl(url)
  if (server === null) throw new Error('The address of the mail server cannot be used: check KEN_SMTP_URL.')
  const messageIdHost = new URL(baseUrl).hostname
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false
  let opened: Promise<Pool> | null = null
  const pool = (): Promise<Pool> => (opened ??= openPool(server, patience))

  async function deliver(mail: Mail, to: Recipient): Promise<MailVerdict> {
    if (isClosed) return { kind: 'deferred', reason: 'Ken is about to end' }
    const letter = letterOf(mail, baseUrl)
    const limit = new AbortController()
    const message = {
      subject: letter.subject,
      text: textOf(letter),
      html: htmlOf(letter),
      from,
      to,
      envelope: { from: from.address, to: to.address },
      messageId: `<${randomUUID()}@${messageIdHost}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: limit.signal,
    } satisfies SendMailOptions
    let isHandedOver = false
    // They keep no process from ending: a server that refuses a mail in the midst of it starts the second for nothing.
    const abortAfter = (milliseconds: number) => setTimeout(() => limit.abort(), milliseconds).unref()
    let timer = abortAfter(patience.handOverMs)
    const onHandedOver = () => {
      isHandedOver = true
      clearTimeout(timer)
      timer = abortAfter(patience.answerMs)
    }
    try {
      await (await pool()).sendMail(message, onHandedOver)
      return { kind: 'accepted' }
    } catch (error) {
      // The pool ends waiting mails with an error that has no code; any other without one is a bug.
      if (!(error instanceof Error) || !('code' in error || isClosed)) throw error
      return smtpFailure(error, patience, isHandedOver)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async send(mail) {
      const to = recipientOf(mail)
      if (canonicalEmail(to.address) !== to.address)
        return { kind: 'refused', reason: 'it is no address that Ken could have stored' }
      const delivery = deliver(mail, to)
      underWay.add(delivery)
      const verdict = await delivery.finally(() => underWay.delete(delivery))
      if (verdict.kind !== 'accepted') log.warn(`mail.${verdict.kind}`, { mail: mail.kind, reason: verdict.reason })
      return verdict
    },
    async probe() {
      try {
        const verified = (await pool()).verify()
        return await Promise.race([verified.then(() => null), sleep(patience.handOverMs, silence, { ref: false })])
      } catch (error) {
        return error instanceof Error ? smtpFailure(error, patience, false).reason : 'it failed in an unknown way'
      }
    },
    async close() {
      isClosed = true
      const transport = await opened
      if (transport === null) return
      transport.close()
      await Promise.race([Promise.allSettled(underWay), sleep(patience.endMs, undefined, { ref: false })])
      transport.close({ force: true })
    },
  }
}

const recipientOf = ({ to }: Mail): Recipient =>
  typeof to === 'string' ? { name: '', address: to } : { name: headerName(to.name), address: to.address }

/**
 * A name that shows as it is: it ends no header, and what looks like an encoded word (RFC 2047) is none, or mail programs
 * would show what it decodes to.
 */
export const headerName = (name: string): string => oneLine(name).replaceAll('=?', '= ?')
