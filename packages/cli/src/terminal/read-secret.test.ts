import { PassThrough, Writable } from 'node:stream'
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
