import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { smtpSink, type SmtpBehaviour, type SmtpSinkOptions } from './smtp-sink.ts'

async function open(options?: SmtpSinkOptions) {
  const sink = await smtpSink(options)
  onTestFinished(sink.close)
  return sink
}

const mail = (to: string) => [
  'EHLO test',
  'MAIL FROM:<ken@example.com>',
  `RCPT TO:<${to}>`,
  'DATA',
  'Subject: Hello\r\n\r\nhttps://ken.example.com/reset#abc is a link\r\n.',
]

/** Says one line after the other, each when the one before was answered, and gives the codes of the answers. */
async function converse(url: string, lines: readonly string[]): Promise<readonly string[]> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  const waiting = [...lines]
  const codes: string[] = []
  for await (const answer of createInterface(socket)) {
    if (answer[3] === '-') continue
    codes.push(answer.slice(0, 3))
    const next = waiting.shift()
    if (next === undefined || answer.startsWith('5') || answer.startsWith('4')) break
    socket.write(`${next}\r\n`)
  }
  socket.destroy()
  return codes
}

const acceptedReplies = ['220', '250', '250', '250', '354', '250']

it('keeps what it accepted, parsed and raw, and returns each email once', async () => {
  const sink = await open()
  const coming = sink.nextEmailTo('ada@example.com')
  expect(await converse(sink.url, mail('ada@example.com'))).toEqual(acceptedReplies)
  const { recipients, sender, content, links, user, isEncrypted } = await coming
  expect({ recipients, sender, user, isEncrypted }).toEqual({
    recipients: ['ada@example.com'],
    sender: 'ken@example.com',
    user: null,
    isEncrypted: false,
  })
  expect(content.subject).toBe('Hello')
  expect(links).toEqual(['https://ken.example.com/reset#abc'])
  await expect(sink.nextEmailTo('ada@example.com', 20)).rejects.toThrow(
    'No email to ada@example.com',
  )
  await converse(sink.url, mail('ada@example.com'))
  expect(sink.emailsTo('ada@example.com')).toHaveLength(2)
  expect(await sink.nextEmailTo('ada@example.com')).toBe(sink.emails[1])
})

it.each<{ readonly behaviour: SmtpBehaviour; readonly codes: readonly string[] }>([
  { behaviour: { code: 421, at: 'greeting' }, codes: ['421'] },
  { behaviour: { code: 550, at: 'sender' }, codes: ['220', '250', '550'] },
  { behaviour: { code: 450 }, codes: ['220', '250', '250', '450'] },
  { behaviour: { code: 552, at: 'data' }, codes: ['220', '250', '250', '250', '354', '552'] },
  { behaviour: 'drop', codes: ['220', '250', '250', '250', '354'] },
])(
  'keeps no email while it behaves as $behaviour, and accepts email again afterwards',
  async ({ behaviour, codes }) => {
    const sink = await open()
    sink.behave(behaviour)
    expect(await converse(sink.url, mail('ada@example.com'))).toEqual(codes)
    expect(sink.emails).toEqual([])
    sink.behave('ok')
    expect(await converse(sink.url, mail('ada@example.com'))).toEqual(acceptedReplies)
  },
)

it('keeps no part of a message whose client closes the connection', async () => {
  const sink = await open()
  const begun = [...mail('ada@example.com').slice(0, 4), 'Subject: Hello']
  const socket = connect(Number(new URL(sink.url).port), '127.0.0.1')
  for await (const _ of createInterface(socket)) {
    const next = begun.shift()
    if (next === undefined) break
    socket.write(`${next}\r\n`)
    if (begun.length === 0) break
  }
  socket.destroy()
  await expect.poll(sink.openConnections).toBe(0)
  expect(sink.emails).toEqual([])
})

it('greets no client while it hangs', async () => {
  const sink = await open()
  sink.behave('hang')
  const answers = converse(sink.url, [])
  expect(
    await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, 200, 'silence'))]),
  ).toBe('silence')
  expect(sink.connections()).toBe(1)
  await sink.stop()
  expect(await answers).toEqual([])
})

it('stops and starts on the same port', async () => {
  const sink = await open()
  await sink.stop()
  const refused = connect(Number(new URL(sink.url).port), '127.0.0.1')
  expect(await once(refused, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }])
  await sink.start()
  expect(await converse(sink.url, mail('ada@example.com'))).toEqual(acceptedReplies)
})

const login = (password: string) =>
  `AUTH PLAIN ${Buffer.from(`\0ken\0${password}`).toString('base64')}`

it('accepts email only from the configured user, when there is one', async () => {
  const sink = await open({ login: { user: 'ken', password: 'pass word' } })
  expect(sink.url).toContain('ken:pass%20word@')
  expect(await converse(sink.url, mail('ada@example.com'))).toEqual(['220', '250', '530'])
  expect(await converse(sink.url, ['EHLO test', login('guess')])).toEqual(['220', '250', '535'])
  expect(
    await converse(sink.url, [
      'EHLO test',
      login('pass word'),
      ...mail('ada@example.com').slice(1),
    ]),
  ).toEqual(['220', '250', '235', ...acceptedReplies.slice(2)])
  expect(sink.emails[0]?.user).toBe('ken')
})
