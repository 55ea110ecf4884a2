import { expect, it } from 'vitest'
import type { Ports } from '../../ports/index.ts'
import { memoryPorts, newChatPostId } from '../../testing/index.ts'
import { listenerProgress } from './listener-progress.ts'

/** The progress of a bot, whose commits may lose their replies. */
function open() {
  const ports = memoryPorts()
  const { bot } = ports.teamChat
  let isReplyLost = false
  const transact: Ports['transact'] = async (work) => {
    const outcome = await ports.transact(work)
    if (isReplyLost) throw new Error('The reply to the commit is lost.')
    return outcome
  }
  const progress = listenerProgress(
    { ...ports, transact },
    { bot, mark: null, mayListen: () => true },
  )
  const aPost = () => ({ postId: newChatPostId(), postedAt: ports.clock.now() })
  return {
    progress,
    aPost,
    now: () => ports.clock.now(),
    loseReplies: (lost: boolean) => void (isReplyLost = lost),
    dropped: () => ports.database.tables.chatMarks.get(bot.botId)?.dropped ?? {},
  }
}

it('R67 counts a dropped post once however often it is read back, and events without a post each time', async () => {
  const { progress, aPost, dropped } = open()
  const post = aPost()
  for (const named of [post, null, post, null])
    await progress.drop({ reason: 'malformed', post: named })
  await progress.store()
  expect(dropped()).toEqual({ malformed: 3 })
  await progress.drop({ reason: 'malformed', post })
  await progress.store()
  expect(dropped()).toEqual({ malformed: 3 })
})

it('R67 repeats a batch whose commit got no reply unchanged, before any newer one', async () => {
  const { progress, aPost, dropped, loseReplies } = open()
  await progress.drop({ reason: 'own', post: null })
  await progress.drop({ reason: 'webhook', post: aPost() })
  loseReplies(true)
  await expect(progress.store()).rejects.toThrow('lost')
  await progress.drop({ reason: 'own', post: null })
  loseReplies(false)
  await progress.store()
  expect(dropped()).toEqual({ own: 2, webhook: 1 })
})

it('stores at once when a thousand dropped posts wait', async () => {
  const { progress, aPost, dropped } = open()
  for (let count = 0; count <= 1_000; count += 1)
    await progress.drop({ reason: 'stale', post: aPost() })
  expect(dropped()).toEqual({ stale: 1_000 })
})

it('remembers the stored high-water mark', async () => {
  const { progress, now } = open()
  expect(progress.storedUntil()).toBeNull()
  progress.settle(now())
  await progress.store()
  expect(progress.storedUntil()).toEqual(now())
})
