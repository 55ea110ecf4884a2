import { expect, it } from 'vitest'
import { aPostedEvent, memoryPorts, newPostId } from '../testing/index.ts'
import { postKnownSeconds } from '../model/team-chat/chat-post.ts'
import { provenDirectMessage } from './posted-event.ts'
import { pruneChatPosts } from './prune-chat-posts.ts'
import { takePost } from './taking.ts'

const botId = newPostId()

it('R69 forgets posts only when none of them would be taken if it came again', async () => {
  const ports = memoryPorts()
  const write = () => {
    const post = { create_at: ports.clock.now().getTime() }
    const proven = provenDirectMessage(aPostedEvent({ botId, authorId: newPostId(), channelId: newPostId(), post }), botId)
    if (!proven.ok) throw new Error(proven.error)
    return proven.value
  }
  const [old, alsoOld] = [write(), write()]
  for (const message of [old, alsoOld]) expect(await takePost(ports, botId, message)).toBe('taken')
  ports.clock.advance(postKnownSeconds * 1_000)
  expect(await pruneChatPosts(ports)).toBe(0)
  await takePost(ports, botId, write())
  ports.clock.advance(1)
  expect(await pruneChatPosts(ports)).toBe(2)
  expect(ports.database.tables.chatPosts.size).toBe(1)
  expect(await takePost(ports, botId, old)).toBe('stale')
})
