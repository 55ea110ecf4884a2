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

const taken = ['220', '250', '250', '250', '354', '250']

it('keeps what it took, read and as it came, and gives each mail once', async () => {
  const sink = await open()
  const coming = sink.nextMailTo('ada@example.com')
  expect(await converse(sink.url, mail('ada@example.com'))).toEqual(taken)
  const { recipients, sender, content, links, user, isEncrypted } = await coming
  expect({ recipients, sender, user, isEncrypted }).toEqual({
    recipients: ['ada@example.com'],
    sender: 'ken@example.com',
    user: null,
    isEncrypted: false,
  })
  expect(content.subject).toBe('Hello')
  expect(links).toEqual(['https://ken.example.com/reset#abc'])
  await expect(sink.nextMailTo('ada@example.com', 20)).rejects.toThrow('No mail to ada@example.com')
  await converse(sink.url, mail('ada@example.com'))
  expect(sink.mailsTo('ada@example.com')).toHaveLength(2)
  expect(await sink.nextMailTo('ada@example.com')).toBe(sink.mails[1])
})

it.each<[SmtpBehaviour, readonly string[]]>([
  [{ code: 421, at: 'greeting' }, ['421']],
  [{ code: 550, at: 'sender' }, ['220', '250', '550']],
  [{ code: 450 }, ['220', '250', '250', '450']],
  [{ code: 552, at: 'data' }, ['220', '250', '250', '250', '354', '552']],
  ['drop', ['220', '250', '250', '250', '354']],
])('keeps no mail while told to behave as %j, and takes mail again afterwards', async (behaviour, codes) => {
  const sink = await open()
  sink.behave(behaviour)
  expect(await converse(sink.url, mail('ada@example.com'))).toEqual(codes)
  expect(sink.mails).toEqual([])
  sink.behave('ok')
  expect(await converse(sink.url, mail('ada@example.com'))).toEqual(taken)
})

it('greets nobody while it hangs', async () => {
  const sink = await open()
  sink.behave('hang')
  const answers = converse(sink.url, [])
  expect(await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, 200, 'silence'))])).toBe('silence')
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
  expect(await converse(sink.url, mail('ada@example.com'))).toEqual(taken)
})

const login = (password: string) => `AUTH PLAIN ${Buffer.from(`\0ken\0${password}`).toString('base64')}`

it('takes mail only from whom it knows, when it is told whom', async () => {
  const sink = await open({ login: { user: 'ken', password: 'pass word' } })
  expect(sink.url).toContain('ken:pass%20word@')
  expect(await converse(sink.url, mail('ada@example.com'))).toEqual(['220', '250', '530'])
  expect(await converse(sink.url, ['EHLO test', login('guess')])).toEqual(['220', '250', '535'])
  expect(await converse(sink.url, ['EHLO test', login('pass word'), ...mail('ada@example.com').slice(1)])).toEqual([
    '220',
    '250',
    '235',
    ...taken.slice(2),
  ])
  expect(sink.mails[0]?.user).toBe('ken')
})
