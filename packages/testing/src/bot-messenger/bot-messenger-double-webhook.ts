import type { Update } from 'grammy/types'
import { messengerMethods, type Fields } from './bot-messenger-double-methods.ts'
import { forgetUpdates, pendingUpdates, type MessengerWorld } from './bot-messenger-double-world.ts'

const responseTimeoutMs = 60_000

/** What a webhook may not ask for in its response. */
const notInResponse = /^(get|(set|delete)webhook$|logout$|close$)/i

/** One delivery as the double saw it. */
export type WebhookDelivery = { readonly updateId: number; readonly status: number | null }

export type MessengerDelivery = {
  readonly deliveries: readonly WebhookDelivery[]
  /** Posts an update once more, as after an acknowledgement that got lost. Resolves with the status. */
  readonly deliverAgain: (update: Update) => Promise<number | null>
  readonly stop: () => void
}

type MessengerDeliveryOptions = {
  readonly retryMs: number
  readonly reach: (url: string) => string
}

/** Posts updates to the webhook, those of a chat in order, each again until the response is 2xx. */
export function messengerDelivery(
  world: MessengerWorld,
  { retryMs, reach }: MessengerDeliveryOptions,
): MessengerDelivery {
  const deliveries: WebhookDelivery[] = []
  const busy = new Set<number>()
  const timers = new Set<NodeJS.Timeout>()
  const stopping = new AbortController()

  function look(): void {
    if (world.webhook === null || stopping.signal.aborted) return
    for (const update of pendingUpdates(world)) {
      const chat = chatOf(update)
      if (busy.has(chat) || busy.size >= world.webhook.maxConnections) continue
      busy.add(chat)
      void deliver(update, chat)
    }
  }

  async function deliver(update: Update, chat: number): Promise<void> {
    const status = await post(update)
    if (status !== null && status >= 200 && status < 300) {
      forgetUpdates(world, (kept) => kept.update.update_id === update.update_id)
      busy.delete(chat)
      return look()
    }
    const message =
      status === null ? 'Connection refused' : `Wrong response from the webhook: ${status}`
    world.lastWebhookError = { at: world.now(), message }
    const timer = setTimeout(() => {
      timers.delete(timer)
      busy.delete(chat)
      look()
    }, retryMs)
    timers.add(timer)
  }

  /** The status of the response; null without one. */
  async function post(update: Update): Promise<number | null> {
    const { url = '', secretToken = '' } = world.webhook ?? {}
    try {
      const response = await fetch(reach(url), {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          ...(secretToken !== '' && { 'x-telegram-bot-api-secret-token': secretToken }),
        },
        body: JSON.stringify(update),
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(responseTimeoutMs)]),
      })
      const body = await response.text()
      if (response.ok) callFromResponse(body)
      deliveries.push({ updateId: update.update_id, status: response.status })
      return response.status
    } catch {
      deliveries.push({ updateId: update.update_id, status: null })
      return null
    }
  }

  function callFromResponse(body: string): void {
    if (!body.startsWith('{')) return
    const { method, ...fields } = JSON.parse(body) as Fields
    if (typeof method !== 'string' || notInResponse.test(method)) return
    messengerMethods.get(method.toLowerCase())?.({ world, fields })
  }

  world.listeners.add(look)
  return {
    deliveries,
    deliverAgain: post,
    stop: () => {
      world.listeners.delete(look)
      stopping.abort()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

const chatOf = ({ message, edited_message, my_chat_member }: Update): number =>
  (message ?? edited_message ?? my_chat_member)?.chat.id ?? 0
