import { jobIdOf, parsePostId, type ChatPostId } from '@ken/core/ports'
import { createHash } from 'node:crypto'

/** The namespace of the ids of posts, a random UUID. */
const namespace = Buffer.from('6f1c7d1e9b0c4c0a8a5a5d0f3f6b2e17', 'hex')

/**
 * The UUID of the job of a post: one post, one job. Team chat's ids are UUIDs in other letters; the others get a name-based
 * one (RFC 9562, version 5).
 */
export function jobIdOfPost(id: ChatPostId): string {
  if (parsePostId(id) !== null) return jobIdOf(id)
  const hash = createHash('sha1').update(namespace).update(id).digest()
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
