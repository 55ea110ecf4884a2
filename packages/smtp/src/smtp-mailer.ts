import {
  canonicalEmail,
  mailReplySecondsMax,
  mailHandOverSecondsMax,
  type Email,
  type Log,
  type Mail,
  type Mailer,
  type MailOutcome,
  type Recipient,
} from '@ken/core/ports'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SendMailOptions } from 'nodemailer'
import { htmlOf, oneLine, textOf } from './layout.ts'
import { letterOf } from './letter-of.ts'
import { openPool, type Patience, type Pool } from './open-pool.ts'
import { parseSmtpUrl } from './parse-smtp-url.ts'
import type { MailLanguage } from './texts/mail-texts.ts'
import { silence, smtpFailure } from './smtp-failure.ts'

/** The mail server and the sender from `KEN_SMTP_URL` and `KEN_MAIL_FROM`, and the base URL of links. */
export type SmtpMailerOptions = {
  readonly url: string
  readonly from: { readonly name: string; readonly address: Email }
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly language: MailLanguage
  readonly log: Log
  /** The pace of long lists, which the queue keeps. */
  readonly bulkPerSecond: number
  readonly patience?: Patience
}

/** A mailer with the check that `ken doctor` makes. */
export type SmtpMailer = Mailer & {
  /** Connects and authenticates without sending anything. Returns null on success, otherwise the reason. Never throws. */
  readonly probe: () => Promise<string | null>
  /** Accepts no more emails, waits a few seconds for deliveries in progress, then closes every connection. */
  readonly close: () => Promise<void>
}

/** Workers stop within ten seconds, and must record the outcome of their emails within that time. */
const usualPatience: Patience = {
  handOverMs: mailHandOverSecondsMax * 1_000,
  replyMs: mailReplySecondsMax * 1_000,
  endMs: 8_000,
}

/**
 * Sends email over SMTP, on a few connections that stay open between emails. Each call tries once; the caller decides
 * about retries. Throws if the address of the server is invalid.
 */
export function smtpMailer({
  url,
  from,
  baseUrl,
  language,
  log,
  bulkPerSecond,
  patience = usualPatience,
}: SmtpMailerOptions): SmtpMailer {
  const server = parseSmtpUrl(url)
  if (server === null)
    throw new Error('The address of the mail server is not valid: check KEN_SMTP_URL.')
  const messageIdHost = new URL(baseUrl).hostname
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false
  let opened: Promise<Pool> | null = null
  const pool = (): Promise<Pool> => (opened ??= openPool(server, patience))

  async function deliver(mail: Mail, to: Recipient): Promise<MailOutcome> {
    if (isClosed) return { kind: 'deferred', reason: 'Ken is shutting down' }
    const letter = letterOf(mail, { baseUrl, language })
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
    // Unreferenced, so that it never keeps the process alive. A refusal during the transfer starts
    // the second one unnecessarily.
    const abortAfter = (milliseconds: number) =>
      setTimeout(() => limit.abort(), milliseconds).unref()
    let timer = abortAfter(patience.handOverMs)
    const onHandedOver = () => {
      isHandedOver = true
      clearTimeout(timer)
      timer = abortAfter(patience.replyMs)
    }
    try {
      await (await pool()).sendMail(message, onHandedOver)
      return { kind: 'accepted' }
    } catch (error) {
      // A closing pool rejects waiting emails with an error without a code. Any other error without one is a bug.
      if (!(error instanceof Error) || !('code' in error || isClosed)) throw error
      return smtpFailure(error, patience, isHandedOver)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    bulkPerSecond,

    async send(mail) {
      const to = recipientOf(mail)
      if (canonicalEmail(to.address) !== to.address)
        return { kind: 'refused', reason: 'it is not an address in the form that Ken stores' }
      const delivery = deliver(mail, to)
      underWay.add(delivery)
      const verdict = await delivery.finally(() => underWay.delete(delivery))
      if (verdict.kind !== 'accepted')
        log.warn(`mail.${verdict.kind}`, { mail: mail.kind, reason: verdict.reason })
      return verdict
    },
    async probe() {
      try {
        const verified = (await pool()).verify()
        return await Promise.race([
          verified.then(() => null),
          sleep(patience.handOverMs, silence, { ref: false }),
        ])
      } catch (error) {
        return error instanceof Error
          ? smtpFailure(error, patience, false).reason
          : 'it failed for an unknown reason'
      }
    },
    async close() {
      isClosed = true
      const transport = await opened
      if (transport === null) return
      transport.close()
      await Promise.race([
        Promise.allSettled(underWay),
        sleep(patience.endMs, undefined, { ref: false }),
      ])
      transport.close({ force: true })
    },
  }
}

const recipientOf = ({ to }: Mail): Recipient =>
  typeof to === 'string'
    ? { name: '', address: to }
    : { name: headerName(to.name), address: to.address }

/**
 * Makes a name safe for a header: it cannot end the header, and text that looks like an encoded word (RFC 2047) is not
 * decoded by email programs.
 */
export const headerName = (name: string): string => oneLine(name).replaceAll('=?', '= ?')
