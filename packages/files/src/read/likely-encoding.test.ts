import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'
import { textInLikelyEncoding } from './likely-encoding.ts'

const bytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex')
/** Text whose characters are those of Windows-1252 with the numbers of Latin-1. */
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')

test.each([
  ['German', latin1('Die Kündigungsfrist beträgt vier Wochen. Größere Projekte: § 5, 20 °C.')],
  ['French', latin1("L'arrêt maladie est envoyé à l'équipe avant 9 h, même à Noël.")],
  [
    'Spanish',
    latin1('¿Cuándo? La solicitud de vacaciones se envió el año pasado, mañana también.'),
  ],
  [
    'English with one sign',
    latin1(`${'Ask your manager before you travel. '.repeat(9)}It costs £5.`),
  ],
])('Windows-1252 is recognized in %s', (_, text) => {
  expect(textInLikelyEncoding(text)).toBe(Buffer.from(text).toString('latin1'))
})

test('the signs of Windows-1252 are read, and the end of a file of DOS', () => {
  const text = Buffer.concat([
    latin1('Für die Kündigung gilt '),
    bytes('8476696572939620'),
    latin1('Wochen größer als 5 '),
    bytes('801a'),
  ])
  expect(decodeText(text, 'plain text')).toEqual({
    text: 'Für die Kündigung gilt „vier“– Wochen größer als 5 €\u001A',
  })
})

test.each([
  [
    'Polish in Windows-1250',
    '576e696f73656b206f2075726c6f7020736bb3616461207369ea20646f2070727a65b36fbf6f6e65676f2e2050726f737a' +
      'ea207465bf207a67b36f7369e6206e69656f6265636e6f9ce62e',
    'Wniosek o urlop składa się do przełożonego. Proszę też zgłosić nieobecność.',
  ],
  [
    'Russian in Windows-1251',
    'c7e0ffe2eae020ede020eef2eff3f1ea20efeee4e0b8f2f1ff20f0f3eaeee2eee4e8f2e5ebfe20e7e020e4e2e520ede5e4e5ebe82e',
    'Заявка на отпуск подаётся руководителю за две недели.',
  ],
  [
    'Japanese in Shift_JIS',
    '974c8b8b8b7889c982cc905c90bf82cd93f18f548ad491' +
      '4f82dc82c582c98fe38e6982c992f18f6f82b582c482ad82be82b382a28142',
    '有給休暇の申請は二週間前までに上司に提出してください。',
  ],
])('other encodings are recognized by their letters: %s', (_, hex, text) => {
  expect(textInLikelyEncoding(bytes(hex))).toBe(text)
})

test.each([
  ['UTF-8 that lost a byte', Buffer.concat([Buffer.from('Grüße aus Köln, '), bytes('c3')])],
  ['one word, which several encodings have', latin1('Malmö')],
  [
    'the code page of DOS, whose letters are signs elsewhere',
    Buffer.from('Die K\x81ndigungsfrist betr\x84gt vier Wochen f\x81r gr\x94\xe1ere.', 'latin1'),
  ],
  [
    'the code page of an old Macintosh',
    Buffer.from('Die K\x9fndigungsfrist betr\x8agt vier Wochen f\x9fr gr\x9a\xa7ere.', 'latin1'),
  ],
  ['no text', Buffer.from(Uint8Array.from({ length: 999 }, (__, at) => (at * 7_919) % 256 || 1))],
  ['ASCII', Buffer.from('plain')],
])('nothing is guessed of %s', (_, text) => {
  expect(textInLikelyEncoding(text)).toBeNull()
})

test.each(['utf16le', 'swapped'])('UTF-16 is read without a byte order mark: %s', (order) => {
  const little = Buffer.from('# Kündigung\r\nam Montag', 'utf16le')
  const text = order === 'swapped' ? little.swap16() : little
  expect(decodeText(text, 'markdown')).toEqual({ text: '# Kündigung\nam Montag' })
})

test('a guess takes time in proportion to the length of a text', () => {
  const text = Buffer.alloc(2 * 1_024 * 1_024, 0xe9)
  const begun = process.threadCpuUsage()
  textInLikelyEncoding(text)
  const { user, system } = process.threadCpuUsage(begun)
  // 0.3 s on a busy machine.
  expect((user + system) / 1_000).toBeLessThan(2_000)
})
