import { PassThrough, Readable, Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readSecret } from './read-secret.ts'

/** Types these words, one at each prompt, once it is shown and listens. */
async function atPrompts(words: readonly string[], confirmed = false): Promise<string> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const prompts = ['The password:', 'Once more:']
  let typed = 0
  const stderr = new Writable({
    write: (shown: Buffer, _encoding, done) => {
      if (typed < words.length && shown.toString().includes(prompts[typed]!)) {
        const word = words[typed]!
        typed += 1
        setImmediate(() => stdin.write(word))
      }
      done()
    },
  })
  // A prompt ends its output, which standard error ignores.
  stderr.end = () => stderr
  return readSecret({ stdin, stderr }, { name: 'password', confirmed })
}

describe('a prompt', () => {
  it('returns what was typed', async () => {
    expect(await atPrompts(['violet otter\r'])).toBe('violet otter')
    expect(await atPrompts(['violet otter\r', 'violet otter\r'], true)).toBe('violet otter')
  })

  it.each([
    { name: 'Ctrl-C', key: '\u0003' },
    { name: 'Ctrl-D', key: '\u0004' },
  ])('is interrupted by $name', async ({ key }) => {
    await expect(atPrompts([key])).rejects.toMatchObject({
      name: expect.stringMatching(/^(Exit|Abort)PromptError$/),
    })
  })
})

/** Reads the secret from standard input that is not a terminal. */
const fromInput = (...parts: readonly (string | Buffer)[]) =>
  readSecret(
    { stdin: Readable.from(parts.map((part) => Buffer.from(part))), stderr: new PassThrough() },
    { name: 'password' },
  )

describe('standard input', () => {
  it('has the secret in its first line', async () => {
    expect(await fromInput('violet ', 'otter\r\nmore')).toBe('violet otter')
  })

  it('may have other things below the secret, in any encoding', async () => {
    expect(await fromInput('violet otter\n', Buffer.from('süß', 'latin1'))).toBe('violet otter')
    expect(await fromInput(Buffer.from('violet otter\nsüß', 'latin1'))).toBe('violet otter')
  })

  it.each(['\u20ac'.repeat(4_097), `${'x'.repeat(5_000)}\nmore`, '\u20ac'.repeat(20_000)])(
    'is refused if the secret is too long',
    async (text) => {
      await expect(fromInput(text)).rejects.toMatchObject({
        message: 'The password on standard input is too long.',
      })
    },
  )

  it('may begin with a byte-order mark, which is not part of the secret', async () => {
    expect(await fromInput('\ufeffviolet otter\r\n')).toBe('violet otter')
  })

  it('may arrive in parts that split a character', async () => {
    const bytes = Buffer.from('süß')
    expect(await fromInput(bytes.subarray(0, 2), bytes.subarray(2))).toBe('süß')
  })

  it.each([
    { name: 'in Latin-1', bytes: Buffer.from('süß\n', 'latin1') },
    { name: 'in UTF-16', bytes: Buffer.from('\ufeffviolet\n', 'utf16le') },
    { name: 'cut within a character', bytes: Buffer.from('süß').subarray(0, 2) },
  ])('is refused $name', async ({ bytes }) => {
    await expect(fromInput(bytes)).rejects.toMatchObject({
      code: 'usage',
      message: 'The password on standard input must be in UTF-8.',
    })
  })
})
