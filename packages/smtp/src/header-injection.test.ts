import { canonicalEmail, type Email } from '@ken/core/ports'
import { smtpSink } from '@ken/testing'
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  oneof,
  stringMatching,
  tuple,
} from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { headerName, smtpMailer } from './smtp-mailer.ts'

const headers = 'auto-submitted from to subject message-id date mime-version content-type'
const eve = 'eve@example.com'
/** Parts of header injections, and unusual characters. */
const pieces = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  '\u2028',
  '\u0085',
  '\t',
  ' ',
  ',',
  ';',
  ':',
  '<',
  '>',
  '"',
  '\\',
  '(',
  ')',
  '@',
  '.',
  'a',
  'Ada',
  'é',
  '李',
  '🙂',
  'İ',
  '\u202e',
  `Bcc: ${eve}`,
  `\r\nRCPT TO:<${eve}>`,
  `<${eve}>`,
  '=?utf-8?Q?a=0D=0ABcc:_?=',
  '=?utf-8?B?DQpCY2M6?=',
  'ada@example.com',
  'x'.repeat(80),
]
const hostile = array(constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(''))
const legal = tuple(
  stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}$/),
  stringMatching(/^[a-z][a-z0-9]{0,10}$/),
).map(([local, host]) => `${local}@${host}.example`)

/** What must arrive if the address is accepted. A name that is the address itself is left out. */
const arrived = (name: string, address: string) => ({
  sender: 'ken@example.com',
  recipients: [address],
  content: { to: [{ name: headerName(name) === address ? '' : headerName(name), address }] },
})

it('R55 R56 500 hostile names and addresses give one recipient and one set of headers each, or no email', async () => {
  const sink = await smtpSink()
  onTestFinished(sink.close)
  const from = { name: 'Ken', address: 'ken@example.com' as Email }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const mailer = smtpMailer({
    url: sink.url,
    from,
    baseUrl: 'https://ken.example.com',
    language: 'en',
    log,
    bulkPerSecond: 3,
  })
  onTestFinished(mailer.close)
  let accepted = 0

  await assert(
    asyncProperty(hostile, oneof(legal, hostile), async (name, address) => {
      const before = sink.emails.length
      const to = { name, address: address as Email }
      const { kind } = await mailer.send({
        kind: 'notice',
        to,
        about: { kind: 'password_changed' },
        at: '2026-03-04T05:06:07Z',
      })
      const isLegal = canonicalEmail(address) === address
      if (isLegal) accepted += 1
      expect(kind).toBe(isLegal ? 'accepted' : 'refused')
      const emails = sink.emails.slice(before)
      expect(emails).toMatchObject(isLegal ? [arrived(name, address)] : [])
      for (const { content } of emails)
        expect(content.headers.map(({ key }) => key).join(' ')).toBe(headers)
    }),
    { numRuns: 500 },
  )
  expect([accepted > 100, accepted < 400]).toEqual([true, true])
})
