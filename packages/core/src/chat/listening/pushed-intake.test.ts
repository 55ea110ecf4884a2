import { expect, it } from 'vitest'
import { err, ok } from '../../model/result.ts'
import { aChatMessage, memoryPorts, newChatPostId } from '../../testing/index.ts'
import { pushedIntake } from './pushed-intake.ts'

function open() {
  const ports = memoryPorts()
  const { bot } = ports.teamChat
  let isUnavailable = false
  const transact: typeof ports.transact = async (work) => {
    if (isUnavailable) throw new Error('unavailable')
    return ports.transact(work)
  }
  const inProcess = () => pushedIntake({ ...ports, transact }, { bot, mark: null })
  const dropped = err({
    reason: 'not_direct',
    post: { postId: newChatPostId(), postedAt: ports.clock.now() },
  } as const)
  return {
    inProcess,
    dropped,
    message: ok(aChatMessage({ postedAt: ports.clock.now() })),
    counts: () => ports.database.tables.chatMarks.get(bot.botId)?.dropped,
    posts: () => ports.database.tables.chatPosts,
    setUnavailable: (unavailable: boolean) => void (isUnavailable = unavailable),
  }
}

it('R220 resolves only after a message or the count of a dropped event is stored', async () => {
  const { inProcess, message, dropped, counts, posts, setUnavailable } = open()
  const { receive } = inProcess()
  setUnavailable(true)
  for (const event of [message, dropped])
    await expect(receive(event)).rejects.toThrow('unavailable')
  setUnavailable(false)
  for (const event of [message, dropped]) await receive(event)
  expect(posts().size).toBe(1)
  expect(counts()).toEqual({ not_direct: 1 })
})

it('R220 stores and counts what several processes get at the same time once', async () => {
  const { inProcess, message, dropped, counts, posts } = open()
  const [one, other] = [inProcess(), inProcess()]
  await Promise.all(
    [one, other, one].flatMap(({ receive }) => [receive(message), receive(dropped)]),
  )
  expect(posts().size).toBe(1)
  expect(counts()).toEqual({ not_direct: 1 })
})
