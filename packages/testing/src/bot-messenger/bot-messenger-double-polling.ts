import type { Update } from 'grammy/types'
import { MessengerRefusal, succeed, type MessengerReply } from './bot-messenger-double-answers.ts'
import { allowUpdates, type Fields } from './bot-messenger-double-methods.ts'
import {
  confirmUpdates,
  pendingUpdates,
  type MessengerWorld,
} from './bot-messenger-double-world.ts'

const pollSecondsMax = 50
const updatesMax = 100

type Poll = { readonly offset: number; readonly limit: number; readonly timeout: number }

export type MessengerPolling = {
  /** Resolves with updates, with none after the timeout, or once another call or a webhook takes over. */
  readonly poll: (fields: Fields, signal: AbortSignal) => Promise<MessengerReply>
  /** Ends the poll that waits, as another bot with the token does. */
  readonly takeOver: () => void
  /** Ends the poll that waits since its token was revoked. */
  readonly refuse: () => void
  readonly isWaiting: () => boolean
  /** Ends the poll that waits without updates, as after its timeout. */
  readonly timeOut: () => void
}

/** `getUpdates`: one call at a time waits, and a later one ends it. */
export function messengerPolling(world: MessengerWorld): MessengerPolling {
  let waiting: { readonly end: (reply: MessengerReply | MessengerRefusal) => void } | null = null

  function endWaiting(text: string): void {
    waiting?.end(new MessengerRefusal(409, `Conflict: ${text}`))
  }
  const takeOver = () =>
    endWaiting(
      'terminated by other getUpdates request; make sure that only one bot instance is running',
    )

  const replyWith = (updates: readonly Update[]): MessengerReply => ({
    ...succeed(updates),
    isHuge: updates.some(({ update_id: id }) => world.hugeUpdateIds.has(id)),
  })

  async function poll(fields: Fields, signal: AbortSignal): Promise<MessengerReply> {
    if (world.webhook !== null)
      throw new MessengerRefusal(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      )
    takeOver()
    allowUpdates(world, fields)
    const offset = Number(fields['offset'] ?? 0)
    confirmUpdates(world, offset)
    const limit = Math.min(Number(fields['limit'] ?? updatesMax), updatesMax)
    const timeout = Math.min(Number(fields['timeout'] ?? 0), pollSecondsMax)
    const updates = pendingUpdates(world).slice(0, limit)
    if (updates.length > 0 || timeout <= 0) return replyWith(updates)
    return wait({ offset, limit, timeout }, signal)
  }

  function wait({ offset, limit, timeout }: Poll, signal: AbortSignal): Promise<MessengerReply> {
    return new Promise((resolve, reject) => {
      const end = (reply: MessengerReply | MessengerRefusal) => {
        clearTimeout(timer)
        world.listeners.delete(look)
        signal.removeEventListener('abort', giveIn)
        if (waiting?.end === end) waiting = null
        if (reply instanceof MessengerRefusal) reject(reply)
        else resolve(reply)
      }
      const look = () => {
        if (world.webhook !== null) return endWaiting('terminated by setWebhook request')
        // An offset confirms everything below it, new updates included.
        confirmUpdates(world, Math.max(offset, 0))
        const updates = pendingUpdates(world).slice(0, limit)
        if (updates.length > 0) end(replyWith(updates))
      }
      const giveIn = () => end(succeed([]))
      const timer = setTimeout(giveIn, timeout * 1_000)
      world.listeners.add(look)
      signal.addEventListener('abort', giveIn)
      waiting = { end }
    })
  }
  return {
    poll,
    takeOver,
    refuse: () => waiting?.end(new MessengerRefusal(401, 'Unauthorized')),
    isWaiting: () => waiting !== null,
    timeOut: () => waiting?.end(succeed([])),
  }
}
