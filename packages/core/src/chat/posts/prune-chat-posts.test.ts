import { expect, it } from 'vitest'
import { aChatMessage, memoryPorts, newChatPostId } from '../../testing/index.ts'
import { postRetentionSeconds } from '../../model/chat/chat-post.ts'
import { pruneChatPosts } from './prune-chat-posts.ts'
import { ingestPost } from './ingest-post.ts'

const bot = { source: 'teamchat', botId: newChatPostId() } as const

it('R69 deletes only posts that would be too old if they came again', async () => {
  const ports = memoryPorts()
  const write = () => aChatMessage({ postedAt: ports.clock.now() })
  const [old, alsoOld] = [write(), write()]
  for (const message of [old, alsoOld])
    expect(await ingestPost(ports, bot, message)).toBe('ingested')
  ports.clock.advance(postRetentionSeconds * 1_000)
  expect(await pruneChatPosts(ports)).toBe(0)
  await ingestPost(ports, bot, write())
  ports.clock.advance(1)
  expect(await pruneChatPosts(ports)).toBe(2)
  expect(ports.database.tables.chatPosts.size).toBe(1)
  expect(await ingestPost(ports, bot, old)).toBe('stale')
})
