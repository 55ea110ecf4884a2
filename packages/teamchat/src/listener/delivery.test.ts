import type { ChatInbox } from '@ken/core/ports'
import { newChatPostId } from '@ken/core/testing'
import { Delivery, InboxRejected } from '@ken/outbound'
import { describe, expect, it } from 'vitest'
import { arrivalOf } from './posted-event-arrival.ts'
import { eventually } from '../testing/eventually.ts'
import { aPostedEvent } from '../testing/posted-events.ts'
import { receivedText } from '../testing/text-of.ts'

const [botId, authorId, channelId] = [
  newChatPostId(),
  newChatPostId(),
  `${newChatPostId().slice(1)}a`,
]
const otherChannelId = `${newChatPostId().slice(1)}b`
type ReceivedEvent = Parameters<ChatInbox['receive']>[0]
const noon = Date.parse('2030-01-01T00:00:00Z')
/** A post from some milliseconds after noon. */
const postAt = (milliseconds: number, text = `at ${milliseconds}`, channel = channelId) =>
  aPostedEvent({
    botId,
    authorId,
    channelId: channel,
    post: { create_at: noon + milliseconds, message: text },
  })

/** A delivery with its mark at noon and nothing to read back. */
function open(inbox: Partial<ChatInbox> = {}) {
  const stopping = new AbortController()
  const received: string[] = []
  const settled: number[] = []
  const fullInbox: ChatInbox = {
    receive: async (event) => void received.push(receivedText(event)),
    opened: () => {},
    catchingUp: () => {},
    blocked: async () => {},
    caughtUp: async (until) => void settled.push(until.getTime() - noon),
    alive: async () => {},
    interrupted: async () => {},
    confirmLease: async () => {},
    ...inbox,
  }
  let losses = 0
  const onLoss = () => void (losses += 1)
  const delivery = new Delivery({
    caughtUp: (until) => fullInbox.caughtUp(until),
    onUnsettled: () => {},
    signal: stopping.signal,
    serverNowMs: () => noon + 1_000,
    onLoss,
  })
  delivery.begin(noon, 'known')
  const push = (event: object, length = 1) =>
    delivery.push(arrivalOf(event, botId, fullInbox), length)
  const deliver = (event: object) => delivery.deliver(arrivalOf(event, botId, fullInbox))
  return {
    delivery,
    push,
    deliver,
    received,
    settled,
    losses: () => losses,
    stop: () => stopping.abort(),
  }
}

describe('Delivery', () => {
  it('hands over the events of a channel sequentially and in order, and those of others concurrently', async () => {
    const release = new Map<string, () => void>()
    const receive = (event: ReceivedEvent) =>
      new Promise<void>((resolve) => void release.set(receivedText(event), resolve))
    const { delivery, push, settled } = open({ receive })
    push(postAt(1))
    push(postAt(2))
    push(postAt(3, 'elsewhere', otherChannelId))
    await eventually(() => expect([...release.keys()]).toEqual(['at 1', 'elsewhere']))
    release.get('at 1')?.()
    await eventually(() => expect([...release.keys()]).toEqual(['at 1', 'elsewhere', 'at 2']))
    release.get('at 2')?.()
    release.get('elsewhere')?.()
    await delivery.idle()
    expect(settled).toEqual([1, 2, 3])
  })

  it('does not move the mark past an event that is in progress or was rejected', async () => {
    const { promise: slow, reject } = Promise.withResolvers<void>()
    const receive = async (event: ReceivedEvent) =>
      receivedText(event) === 'slow' ? slow : undefined
    const { delivery, push, settled } = open({ receive })
    push(postAt(1))
    push(postAt(2, 'slow', otherChannelId))
    push(postAt(3))
    await eventually(() => expect(settled).toEqual([1]))
    reject(new Error('the queue is unavailable'))
    await delivery.idle()
    expect([settled, delivery.isIncomplete]).toEqual([[1], true])
  })

  it('does not move the mark while something is lost, and moves it once that was read back', async () => {
    const { delivery, deliver, push, settled } = open()
    delivery.noteLoss()
    push(postAt(5))
    await delivery.idle()
    const checkpoint = delivery.checkpoint()
    await deliver(postAt(3))
    await deliver(postAt(7))
    expect(settled).toEqual([])
    await delivery.recovered(checkpoint)
    expect(settled).toEqual([7])
    expect(delivery.isIncomplete).toBe(false)
  })

  it('stays incomplete after a loss while reading back, and moves the mark as far as was known before', async () => {
    const { delivery, deliver, settled } = open()
    await deliver(postAt(1))
    delivery.noteLoss()
    await deliver(postAt(5))
    const checkpoint = delivery.checkpoint()
    delivery.noteLoss()
    await deliver(postAt(9))
    await delivery.recovered(checkpoint)
    expect(delivery.isIncomplete).toBe(true)
    expect(settled).toEqual([1, 5])
  })

  it('counts an event that the inbox rejected as lost', async () => {
    const refused = new Set(['at 1'])
    const receive = async (event: ReceivedEvent) => {
      if (refused.delete(receivedText(event))) throw new Error('the queue is unavailable')
    }
    const { delivery, push, settled, losses } = open({ receive })
    push(postAt(1))
    push(postAt(2))
    await delivery.idle()
    await eventually(() => expect(losses()).toBe(1))
    expect(settled).toEqual([])
    await expect(
      open({ receive: () => Promise.reject(new Error('unavailable')) }).deliver(postAt(1)),
    ).rejects.toThrow(InboxRejected)
  })

  it.for([
    { name: '4,096 events', count: 4_200, length: 1, expected: 4_096 },
    { name: '16 MiB', count: 5, length: 4 * 1024 * 1024, expected: 4 },
  ] as const)(
    'queues no more than $name, and reads the others back later',
    async ({ count, length, expected }) => {
      const { delivery, push, received, losses } = open()
      for (let place = 1; place <= count; place += 1) push(postAt(place), length)
      await delivery.idle()
      expect(received).toHaveLength(expected)
      expect(losses()).toBe(count - expected)
      push(postAt(10_000))
      await delivery.idle()
      expect(received.at(-1)).toBe('at 10000')
    },
  )

  it('does not move the mark for a post in the future', async () => {
    const { deliver, received, settled } = open()
    await deliver(postAt(365 * 86_400_000, 'far ahead'))
    await deliver(postAt(6_000))
    await deliver(postAt(6_001))
    expect(received).toEqual(['far ahead', 'at 6000', 'at 6001'])
    expect(settled).toEqual([6_000])
  })

  it('moves the mark only for posts of direct channels, and never back', async () => {
    const { deliver, received, settled } = open()
    const elsewhere = postAt(50)
    await deliver({ ...elsewhere, data: { ...elsewhere.data, channel_type: 'O' } })
    await deliver({
      event: 'posted',
      data: { channel_type: 'D', post: '{"message":"no time"}' },
    })
    await deliver(postAt(20))
    await deliver(postAt(10))
    expect(received).toEqual(['not_direct', 'malformed', 'at 20', 'at 10'])
    expect(settled).toEqual([20])
  })

  it('reports a new mark', async () => {
    const { delivery, settled } = open()
    delivery.begin(noon + 7, 'new')
    await delivery.recovered(delivery.checkpoint())
    await delivery.recovered(delivery.checkpoint())
    expect(settled).toEqual([7])
  })

  it('reports the mark again when the inbox rejected it', async () => {
    const reported: number[] = []
    const caughtUp = async (until: Date) => {
      reported.push(until.getTime() - noon)
      if (reported.length === 1) throw new Error('the database is unavailable')
    }
    const { delivery, deliver } = open({ caughtUp })
    await deliver(postAt(1))
    await delivery.recovered(delivery.checkpoint())
    await delivery.recovered(delivery.checkpoint())
    expect(reported).toEqual([1, 1])
  })

  it('hands nothing over after it was stopped', async () => {
    const { delivery, deliver, push, received, stop } = open()
    push(postAt(1))
    stop()
    await delivery.idle()
    await deliver(postAt(2))
    expect(received).toEqual([])
  })
})
