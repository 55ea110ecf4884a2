import { onTestFinished, vi } from 'vitest'
import { subscribeToMessages } from '../../chat/listening/message-subscription.ts'
import type { ChatMessage, DropReason } from '../../model/chat/chat-message.ts'
import { err, ok } from '../../model/result.ts'
import type { ChatFault, ChatInbox, ChatListener, ChatMark } from '../../ports/index.ts'
import { aChatMessage, memoryPorts, newChatPostId, withTeamChat } from '../index.ts'

type ReceivedEvent = Parameters<ChatInbox['receive']>[0]
/** An event that names no post. */
export const malformed = err({ reason: 'malformed', post: null } as const)

/** A subscription whose listener delivers what the test delivers. */
export function openSubscription(mark: ChatMark | null = null) {
  const ports = memoryPorts()
  const { bot } = ports.teamChat
  const inboxes: ChatInbox[] = []
  const stopped = vi.fn<() => Promise<void>>(async () => {})
  const listener: ChatListener = {
    listen: (_bot, _since, inbox) => {
      inboxes.push(inbox)
      return { stop: stopped }
    },
  }
  let [mayListen, isUnavailable, isReplyLost] = [true, false, false]
  const transact: typeof ports.transact = async (work) => {
    if (isUnavailable) throw new Error('unavailable')
    const outcome = await ports.transact(work)
    if (isReplyLost) throw new Error('The reply to the commit is lost.')
    return outcome
  }
  let gate: Promise<unknown> = Promise.resolve()
  let reportsCount = 0
  const chatHealth: typeof ports.chatHealth = {
    ...ports.chatHealth,
    async beat(...given) {
      reportsCount += 1
      if (isUnavailable) throw new Error('unavailable')
      const held = gate
      gate = Promise.resolve()
      await held
      await ports.chatHealth.beat(...given)
    },
  }
  const subscription = subscribeToMessages(
    withTeamChat({ ...ports, chatHealth, transact }, { listener }),
    { bot, mark, lease: { isHeld: () => mayListen, confirm: async () => {} } },
  )
  onTestFinished(() => subscription.stop())
  const inbox = inboxes[0]!
  /** Another process that listens for the same bot, in the same database. */
  const restarted = () => {
    const next = subscribeToMessages(withTeamChat(ports, { listener }), {
      bot,
      mark,
      lease: { isHeld: () => true, confirm: async () => {} },
    })
    onTestFinished(() => next.stop())
    return { subscription: next, receive: (event: ReceivedEvent) => inboxes.at(-1)!.receive(event) }
  }
  const calls = {
    receive: (event: ReceivedEvent) => inbox.receive(event),
    settled: (until: Date) => inbox.caughtUp(until),
    blocked: (channelId: string, until: Date) => inbox.blocked(channelId, until),
    alive: () => inbox.alive(),
    catchingUp: (isCatchingUp: boolean) => inbox.catchingUp(isCatchingUp),
    interrupted: (fault: ChatFault) => inbox.interrupted(fault),
  }
  const posted = (message: Partial<ChatMessage> = {}) =>
    ok(aChatMessage({ postedAt: ports.clock.now(), ...message }))
  const dropped = (reason: DropReason) =>
    err({ reason, post: { postId: newChatPostId(), postedAt: ports.clock.now() } })
  return {
    ...ports,
    ...calls,
    subscription,
    restarted,
    posted,
    dropped,
    stopped,
    /** Delays the next report until the returned function is called. */
    holdReport: () => {
      const { promise, resolve } = Promise.withResolvers<null>()
      gate = promise
      return () => resolve(null)
    },
    loseLease: () => void (mayListen = false),
    setUnavailable: (unavailable: boolean) => void (isUnavailable = unavailable),
    loseReplies: (lost: boolean) => void (isReplyLost = lost),
    mark: () => ports.database.tables.chatMarks.get(bot.botId) ?? null,
    ingested: () => ports.database.tables.chatPosts.size,
    health: () => ports.chatHealth.read(bot.botId),
    reportsCount: () => reportsCount,
    otherHealth: () => ports.chatHealth.beat(bot.botId, { state: 'listening', since: new Date(0) }),
  }
}
