import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChatPostId } from '../chat/chat-post.ts'
import { jobIdOf, parsePostId } from './post-id.ts'

const alphabet = 'ybndrfg8ejkmcpqxot1uwisza345h769'
/** The server's encoding: five bits at a time, most significant first, zeros at the end. */
const encode = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}
const uuidOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

describe('post ids', () => {
  it('R69 map one-to-one to job ids', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const id = encode(bytes)
        expect(parsePostId(id)).toBe(id)
        expect(jobIdOf(id as ChatPostId)).toBe(uuidOf(bytes))
      }),
    )
  })

  it.for([
    '',
    'short',
    'y'.repeat(25),
    'y'.repeat(27),
    // Letters that are not in z-base-32, and capitals.
    `${'y'.repeat(25)}l`,
    `${'y'.repeat(25)}0`,
    'Y'.repeat(26),
    `${'y'.repeat(24)}-y`,
    // Nonzero spare bits: another id of the same post.
    `${'y'.repeat(25)}b`,
    `${'y'.repeat(25)}9`,
  ])('are not %j', (text) => {
    expect(parsePostId(text)).toBeNull()
  })
})
