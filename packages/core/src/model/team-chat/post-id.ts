import type { ChatPostId } from '../chat/chat-post.ts'

const alphabet = 'ybndrfg8ejkmcpqxot1uwisza345h769'
const length = 26
/** 26 characters hold 130 bits. The last two must be zero, so that each post has one id. */
const spareBits = 2n

/** Parses the id of a post on a team-chat server: 128 bits in z-base-32, 26 characters; null if it is invalid. */
export function parsePostId(text: string): ChatPostId | null {
  const bits = bitsOf(text)
  return bits === null || (bits & ((1n << spareBits) - 1n)) !== 0n ? null : (text as ChatPostId)
}

/** The same 128 bits as a UUID, the id of the job: one post, one job. */
export function jobIdOf(id: ChatPostId): string {
  const hex = ((bitsOf(id) ?? 0n) >> spareBits).toString(16).padStart(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function bitsOf(text: string): bigint | null {
  if (text.length !== length) return null
  let bits = 0n
  for (const character of text) {
    const value = alphabet.indexOf(character)
    if (value < 0) return null
    bits = (bits << 5n) | BigInt(value)
  }
  return bits
}
