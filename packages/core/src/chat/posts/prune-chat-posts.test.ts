import { expect, it } from 'vitest'
import { aChatMessage, memoryPorts, newChatPostId } from '../../testing/index.ts'
import { postRetentionSeconds } from '../../model/chat/chat-post.ts'
import { pruneChatPosts } from './prune-chat-posts.ts'
import { ingestPosts } from './ingest-posts.ts'

const bot = { source: 'teamchat', botId: newChatPostId() } as const

it('R69 deletes only posts that would be too old if they came again', async () => {
  const ports = memoryPorts()
  const write = () => aChatMessage({ postedAt: ports.clock.now() })
  const [old, alsoOld] = [write(), write()]
  expect(await ingestPosts(ports, bot, [old, alsoOld])).toEqual(['ingested', 'ingested'])
  ports.clock.advance(postRetentionSeconds * 1_000)
  expect(await pruneChatPosts(ports)).toBe(0)
  await ingestPosts(ports, bot, [write()])
  ports.clock.advance(1)
  expect(await pruneChatPosts(ports)).toBe(2)
  expect(ports.database.tables.chatPosts.size).toBe(1)
  expect(await ingestPosts(ports, bot, [old])).toEqual(['stale'])
})
