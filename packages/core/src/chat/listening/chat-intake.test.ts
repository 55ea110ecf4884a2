import { expect, it } from 'vitest'
import { err, ok } from '../../model/result.ts'
import type { DroppedEvent } from '../../model/chat/chat-message.ts'
import { aChatMessage, memoryPorts } from '../../testing/index.ts'
import { chatIntake } from './chat-intake.ts'

function open() {
  const ports = memoryPorts()
  const now = ports.clock.now()
  const dropped: DroppedEvent[] = []
  const intake = chatIntake(ports, {
    bot: ports.teamChat.bot,
    mark: { startedAt: now, storedUntil: now },
    drop: async (event) => void dropped.push(event),
  })
  const posted = (ageMs = 0) => aChatMessage({ postedAt: new Date(now.getTime() - ageMs) })
  return { ...intake, posted, dropped, now, posts: () => ports.database.tables.chatPosts }
}

it('stores a message once, and drops every other event', async () => {
  const { receive, posted, dropped, posts } = open()
  const message = posted()
  await Promise.all([receive(ok(message)), receive(ok(message)), receive(ok(posted()))])
  const other: DroppedEvent = { reason: 'not_direct', post: null }
  await receive(err(other))
  expect(posts().size).toBe(2)
  expect(dropped).toEqual([other])
})

it('drops what was posted before the bot was turned on, if the clocks agree within five seconds', async () => {
  const { receive, posted, dropped, posts } = open()
  const [recent, old] = [posted(5_000), posted(5_001)]
  await receive(ok(recent))
  await receive(ok(old))
  expect([...posts().keys()]).toEqual([recent.postId])
  expect(dropped).toEqual([{ reason: 'stale', post: old }])
})

it('closes what waits in a channel that takes nothing more', async () => {
  const { receive, blocked, posted, now, posts } = open()
  const message = posted()
  await receive(ok(message))
  await blocked(message.channelId, now)
  expect(posts().get(message.postId)).toMatchObject({ closed: { outcome: 'undeliverable' } })
})
