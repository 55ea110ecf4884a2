import type { Email, LogFields, Mail } from '@ken/core/ports'
import {
  loopbackCertificate,
  smtpSink,
  type SmtpBehaviour,
  type SmtpSinkOptions,
} from '@ken/testing'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { smtpMailer, type SmtpMailerOptions } from './smtp-mailer.ts'

const token = 'canary-token'
const aReset: Mail = {
  kind: 'password_reset',
  to: { name: 'Ada Lovelace', address: 'ada@example.com' as Email },
  token,
  expiresAt: new Date('2026-03-04T05:06:07Z'),
}

async function sinkFor(options?: SmtpSinkOptions) {
  const sink = await smtpSink(options)
  onTestFinished(sink.close)
  return sink
}

/** A mailer that waits only briefly for the server, and its log. */
function mailerFor(url: string, options: Partial<SmtpMailerOptions> = {}) {
  const lines: { readonly event: string; readonly fields: LogFields | undefined }[] = []
  const note = (event: string, fields?: LogFields) => void lines.push({ event, fields })
  const mailer = smtpMailer({
    url,
    from: { name: 'Ken of Example', address: 'ken@example.com' as Email },
    baseUrl: 'https://ken.example.com:8443/in/side',
    language: 'en',
    log: { info: note, warn: note, error: note },
    bulkPerSecond: 3,
    patience: { handOverMs: 2_000, replyMs: 1_000, endMs: 1_000 },
    ...options,
  })
  onTestFinished(mailer.close)
  return { mailer, lines }
}

async function open(options?: SmtpSinkOptions) {
  const sink = await sinkFor(options)
  return { sink, ...mailerFor(sink.url) }
}

const accepted = { kind: 'accepted' }
const deferred = (reason: string) => ({
  kind: 'deferred',
  reason: expect.stringContaining(reason) as string,
})
const unknown = (reason: string) => ({
  kind: 'unknown',
  reason: expect.stringContaining(reason) as string,
})

describe('smtpMailer', () => {
  it('R55 sends an email to exactly one recipient, the stored address, as text and HTML', async () => {
    const { sink, mailer } = await open()
    expect(await mailer.send(aReset)).toEqual(accepted)
    const [mail] = sink.emails
    expect(mail?.recipients).toEqual(['ada@example.com'])
    expect(mail?.sender).toBe('ken@example.com')
    expect(mail?.content).toMatchObject({
      from: { name: 'Ken of Example', address: 'ken@example.com' },
      to: [{ name: 'Ada Lovelace', address: 'ada@example.com' }],
      subject: 'Set a new password for Ken',
      html: expect.stringContaining(token) as string,
      text: expect.stringContaining(token) as string,
      attachments: [],
    })
    expect(mail?.content.headers.map(({ key }) => key).toSorted()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
  })

  it('has headers that mark it as automatic, its date, and a message id with the host of the base URL', async () => {
    const { sink, mailer } = await open()
    await mailer.send(aReset)
    await mailer.send(aReset)
    const { headers, date, messageId } = sink.emails[0]!.content
    expect(headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    expect(Math.abs(Date.parse(date ?? '') - Date.now())).toBeLessThan(10_000)
    expect(messageId).toMatch(/^<[\da-f-]{36}@ken\.example\.com>$/)
    expect(sink.emails[1]!.content.messageId).not.toBe(messageId)
  })

  it('reuses its connection', async () => {
    const { sink, mailer } = await open()
    for (let sent = 0; sent < 5; sent += 1) await mailer.send(aReset)
    expect([sink.emails.length, sink.connections()]).toEqual([5, 1])
  })

  it('refuses an address that is not in the stored form, without contacting the server', async () => {
    const { sink, mailer } = await open()
    for (const to of [
      'Ada@example.com',
      'a@b.c, d@e.f',
      'a@b.c\r\nRCPT TO:<d@e.f>',
      'a@b.c\0',
      '<a@b.c>',
      '"a b"@c.d',
      '',
    ]) {
      expect(await mailer.send({ kind: 'test', to: to as Email })).toMatchObject({
        kind: 'refused',
      })
    }
    expect(sink.connections()).toBe(0)
  })
})

describe('the reply of the server', () => {
  it.each<{
    readonly behaviour: SmtpBehaviour
    readonly kind: 'refused' | 'deferred'
    readonly reason: string
  }>([
    { behaviour: 'hang', kind: 'deferred', reason: 'did not respond in time' },
    {
      behaviour: { code: 421, at: 'greeting' },
      kind: 'deferred',
      reason: 'refuses the connection for now (421)',
    },
    {
      behaviour: { code: 554, at: 'greeting' },
      kind: 'deferred',
      reason: 'refuses the connection (554)',
    },
    {
      behaviour: { code: 451, at: 'sender' },
      kind: 'deferred',
      reason: 'refuses the sender for now (451 4.3.0)',
    },
    {
      behaviour: { code: 530, at: 'sender' },
      kind: 'deferred',
      reason: 'refuses the login (530 5.7.0)',
    },
    {
      behaviour: { code: 553, at: 'sender' },
      kind: 'deferred',
      reason: 'refuses the sender (553 5.1.3): check KEN_MAIL_FROM',
    },
    {
      behaviour: { code: 450 },
      kind: 'deferred',
      reason: 'refuses the recipient for now (450 4.2.1)',
    },
    { behaviour: { code: 550 }, kind: 'refused', reason: 'refuses the recipient (550 5.1.1)' },
    {
      behaviour: { code: 421, at: 'data' },
      kind: 'deferred',
      reason: 'refuses the email for now (421 4.4.2)',
    },
    { behaviour: { code: 503, at: 'data' }, kind: 'deferred', reason: '(503 5.5.1)' },
    {
      behaviour: { code: 552, at: 'data' },
      kind: 'refused',
      reason: 'refuses the email (552 5.2.2)',
    },
  ])(
    'R86 $behaviour: the email is $kind in bounded time, and the next one is sent',
    async ({ behaviour, kind, reason }) => {
      const { sink, mailer, lines } = await open()
      sink.behave(behaviour)
      const start = performance.now()
      const verdict = await mailer.send(aReset)
      expect(performance.now() - start).toBeLessThan(5_000)
      expect(verdict).toEqual({ kind, reason: expect.stringContaining(reason) as string })
      expect(sink.emails).toEqual([])
      expect(lines).toMatchObject([{ event: `mail.${kind}`, fields: { mail: 'password_reset' } }])
      expect(inspect([verdict, lines])).not.toMatch(/canary|Ada/)
      sink.behave('ok')
      expect(await mailer.send(aReset)).toEqual(accepted)
    },
  )

  it('R86 defers an email while the server is down or its name is unknown', async () => {
    const { sink, mailer } = await open()
    await mailer.send(aReset)
    await sink.stop()
    expect(await mailer.send(aReset)).toEqual(deferred('nothing listens at its address'))
    await sink.start()
    expect(await mailer.send(aReset)).toEqual(accepted)
    expect(await mailerFor('smtp://mail.invalid').mailer.send(aReset)).toEqual(
      deferred('host name'),
    )
  })
})

describe('a server that received an email and does not reply', () => {
  it.each<{ readonly behaviour: SmtpBehaviour; readonly reason: string; readonly emails: number }>([
    { behaviour: 'swallow', reason: 'before the connection ended', emails: 1 },
    { behaviour: 'drop', reason: 'before the connection ended', emails: 0 },
    { behaviour: { slowMs: 1_500 }, reason: 'within 1000 ms', emails: 1 },
  ])(
    'R86 $behaviour: the outcome is unknown, and the next email is sent',
    async ({ behaviour, reason, emails }) => {
      const { sink, mailer, lines } = await open()
      // If a reused connection breaks before any data was sent, the library resends by itself.
      expect(await mailer.send(aReset)).toEqual(accepted)
      sink.behave(behaviour)
      expect(await mailer.send(aReset)).toEqual(
        unknown(`it received the email but did not accept or refuse it ${reason}`),
      )
      expect(lines).toMatchObject([{ event: 'mail.unknown', fields: { mail: 'password_reset' } }])
      await expect.poll(() => sink.emails.length).toBe(1 + emails)
      sink.behave('ok')
      expect(await mailer.send(aReset)).toEqual(accepted)
    },
  )

  it('R86 has more time than a server that does not receive the email', async () => {
    const sink = await sinkFor()
    const { mailer } = mailerFor(sink.url, {
      patience: { handOverMs: 300, replyMs: 20_000, endMs: 1_000 },
    })
    sink.behave({ slowMs: 600 })
    expect(await mailer.send(aReset)).toEqual(accepted)
  })
})

describe('a server that never ends its reply', () => {
  it('R86 is abandoned in time', async () => {
    const server = createServer((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20)
      socket.on('close', () => clearInterval(timer)).on('error', () => {})
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { mailer } = mailerFor(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const start = performance.now()
    expect(await mailer.send(aReset)).toMatchObject({ kind: 'deferred' })
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

describe('encryption and login', () => {
  const login = { user: 'ken@example.com', password: 'p:w/ %' }

  it.each(['start', 'starttls'] as const)(
    'sends only to a server with a trusted certificate (TLS from %s)',
    async (from) => {
      const certificate = await loopbackCertificate()
      const { url, emails } = await sinkFor({ tls: { from, ...certificate }, login })
      const encrypted = from === 'start' ? url : `${url}?tls=required`
      expect(await mailerFor(encrypted).mailer.send(aReset)).toEqual(
        deferred(
          'certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT): set NODE_EXTRA_CA_CERTS',
        ),
      )

      const trusted = getCACertificates('default')
      onTestFinished(() => setDefaultCACertificates(trusted))
      setDefaultCACertificates([...trusted, certificate.cert])
      expect(await mailerFor(encrypted).mailer.send(aReset)).toEqual(accepted)
      expect(emails).toMatchObject([{ isEncrypted: true, user: login.user }])
      const elsewhere = encrypted.replace('127.0.0.1', 'localhost')
      expect(await mailerFor(elsewhere).mailer.send(aReset)).toEqual(
        deferred('certificate is not trusted (ERR_TLS_CERT_ALTNAME_INVALID): use the host name'),
      )
    },
  )

  it('sends nothing unencrypted where encryption is required', async () => {
    const { sink } = await open()
    expect(await mailerFor(`${sink.url}?tls=required`).mailer.send(aReset)).toEqual(
      deferred('does not support encryption'),
    )
    expect(await mailerFor(sink.url.replace('smtp:', 'smtps:')).mailer.send(aReset)).toMatchObject({
      kind: 'deferred',
    })
    expect(sink.emails).toEqual([])
  })

  it('sends nothing if the server refuses or does not support the login, and shows no password', async () => {
    const sink = await sinkFor({ login })
    const stranger = mailerFor(sink.url.replace('p%3Aw', 'canary'))
    expect(await stranger.mailer.send(aReset)).toEqual(deferred('refuses the login (535 5.7.8)'))
    expect(inspect(stranger.lines)).not.toContain('canary')
    const anyone = await sinkFor()
    expect(await mailerFor(anyone.url.replace('//', '//ken:pass@')).mailer.send(aReset)).toEqual(
      deferred('supports no login'),
    )
    expect([...sink.emails, ...anyone.emails]).toEqual([])
  })

  it('refuses an invalid server address without showing it', () => {
    expect(() => mailerFor('smtp://canary@host')).toThrow(/KEN_SMTP_URL/)
    expect(() => mailerFor('smtp://canary@host')).not.toThrow(/canary/)
  })
})

describe('probe', () => {
  it('connects and authenticates, and sends nothing', async () => {
    const { sink, mailer } = await open({ login: { user: 'ken', password: 'pass' } })
    expect(await mailer.probe()).toBeNull()
    expect(sink.emails).toEqual([])
    expect(await mailerFor(sink.url.replace(':pass@', ':guess@')).mailer.probe()).toContain(
      'refuses the login (535 5.7.8)',
    )
    await sink.stop()
    expect(await mailer.probe()).toContain('nothing listens')
  })

  it('ends in time if the server sends no greeting', async () => {
    const { sink, mailer } = await open()
    sink.behave('hang')
    expect(await mailer.probe()).toBe('it did not respond in time')
  })
})

describe('close', () => {
  it('completes deliveries in progress, accepts no more, and leaves no connection open', async () => {
    const { sink, mailer } = await open()
    sink.behave({ slowMs: 200 })
    const sending = mailer.send(aReset)
    await expect.poll(sink.openConnections).toBe(1)
    expect(sink.emails).toEqual([])
    await mailer.close()
    await expect.poll(sink.openConnections).toBe(0)
    expect(await sending).toEqual(accepted)
    expect(await mailer.send(aReset)).toMatchObject({ kind: 'deferred' })
  })

  it('R89 waits for a reply no longer than a shutdown may take; the outcome is then unknown', async () => {
    const sink = await sinkFor()
    const { mailer } = mailerFor(sink.url, {
      patience: { handOverMs: 60_000, replyMs: 600_000, endMs: 500 },
    })
    sink.behave({ slowMs: 60_000 })
    const sending = mailer.send(aReset)
    await expect.poll(sink.openConnections).toBe(1)
    const start = performance.now()
    await mailer.close()
    expect(performance.now() - start).toBeLessThan(2_000)
    expect(await sending).toMatchObject({ kind: 'unknown' })
  })

  it('accepts no email afterwards, even if it never sent one before', async () => {
    const { sink, mailer } = await open()
    await mailer.close()
    expect(await mailer.send(aReset)).toMatchObject({ kind: 'deferred' })
    expect(sink.connections()).toBe(0)
  })
})
