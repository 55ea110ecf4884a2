import { expect, it } from 'vitest'
import type { Ports } from '../ports/index.ts'
import { aPostedEvent, memoryPorts, newPostId } from '../testing/index.ts'
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
  const progress = listenerProgress({ ...ports, transact }, { bot, mark: null, mayListen: () => true })
  const posted = () =>
    aPostedEvent({
      botId: bot.botId,
      authorId: newPostId(),
      channelId: newPostId(),
      post: { create_at: ports.clock.now().getTime() },
    })
  return {
    progress,
    posted,
    now: () => ports.clock.now(),
    loseReplies: (lost: boolean) => void (isReplyLost = lost),
    dropped: () => ports.database.tables.chatMarks.get(bot.botId)?.dropped ?? {},
  }
}

it('R67 counts a dropped post once however often it is read back, and events without a post each time', async () => {
  const { progress, posted, dropped } = open()
  const event = posted()
  for (const dropping of [event, null, event, null]) await progress.drop(dropping, 'malformed')
  await progress.store()
  expect(dropped()).toEqual({ malformed: 3 })
  await progress.drop(event, 'malformed')
  await progress.store()
  expect(dropped()).toEqual({ malformed: 3 })
})

it('R67 sends a batch whose commit got no reply again as it was, before anything newer', async () => {
  const { progress, posted, dropped, loseReplies } = open()
  await progress.drop(null, 'own')
  await progress.drop(posted(), 'webhook')
  loseReplies(true)
  await expect(progress.store()).rejects.toThrow('lost')
  await progress.drop(null, 'own')
  loseReplies(false)
  await progress.store()
  expect(dropped()).toEqual({ own: 2, webhook: 1 })
})

it('stores at once when a thousand dropped posts wait', async () => {
  const { progress, posted, dropped } = open()
  for (let count = 0; count <= 1_000; count += 1) await progress.drop(posted(), 'stale')
  expect(dropped()).toEqual({ stale: 1_000 })
})

it('remembers how far it stored', async () => {
  const { progress, now } = open()
  expect(progress.storedUntil()).toBeNull()
  progress.settle(now())
  await progress.store()
  expect(progress.storedUntil()).toEqual(now())
})
