import { expect, it, onTestFinished, vi } from 'vitest'
import { ok } from '../../model/result.ts'
import { memoryPorts, withTeamChat } from '../../testing/index.ts'
import { subscribeToMessages } from './message-subscription.ts'

it('R220 has messages read back once when a process notes that requests may be missing', async () => {
  const ports = memoryPorts()
  const { bot } = ports.teamChat
  const readBack = vi.fn<() => void>()
  const listener = { listen: () => ({ stop: async () => {}, readBack }) }
  const noteMissed = () => {
    ports.clock.advance(1)
    const at = ports.clock.now()
    return ports.transact(async ({ chatMarks }) =>
      ok(await chatMarks.noteRequests(bot.botId, { lastAt: at, missedAt: at, limitedAt: null })),
    )
  }
  // Before the start, at which everything is read back anyway.
  await noteMissed()
  const subscription = subscribeToMessages(withTeamChat(ports, { listener }), {
    bot,
    mark: null,
    lease: { isHeld: () => true, confirm: async () => {} },
  })
  onTestFinished(() => subscription.stop())
  await subscription.storeProgress()
  expect(readBack).not.toHaveBeenCalled()
  for (const times of [1, 2]) {
    await noteMissed()
    await subscription.storeProgress()
    await subscription.storeProgress()
    expect(readBack).toHaveBeenCalledTimes(times)
  }
})
