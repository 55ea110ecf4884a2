import type { TeamChatInbox } from '@ken/core/ports'
import { aPostedEvent, newPostId, recordingLog } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { Delivery, NotTaken } from './delivery.ts'
import { eventually } from './testing/eventually.ts'
import { textOf } from './testing/text-of.ts'

const [botId, authorId, channelId] = [newPostId(), newPostId(), `a${newPostId().slice(1)}`]
const otherChannelId = `b${newPostId().slice(1)}`
const noon = Date.parse('2030-01-01T00:00:00Z')
/** A post so many milliseconds after noon. */
const postAt = (milliseconds: number, text = `at ${milliseconds}`, channel = channelId) =>
  aPostedEvent({ botId, authorId, channelId: channel, post: { create_at: noon + milliseconds, message: text } })

/** A delivery that has nothing to read back, from noon on. */
function open(inbox: Partial<TeamChatInbox> = {}) {
  const stopping = new AbortController()
  const taken: string[] = []
  const settled: number[] = []
  const heard: TeamChatInbox = {
    arrived: async (event) => void taken.push(textOf(event)),
    settled: async (until) => void settled.push(until.getTime() - noon),
    alive: async () => {},
    interrupted: async () => {},
    ...inbox,
  }
  let losses = 0
  const onLoss = () => void (losses += 1)
  const delivery = new Delivery({
    inbox: heard,
    log: recordingLog(),
    signal: stopping.signal,
    serverNowMs: () => noon + 1_000,
    onLoss,
  })
  delivery.begin(noon, 'known')
  const push = (event: object, length = 1) => delivery.push(event, length)
  return { delivery, push, taken, settled, losses: () => losses, stop: () => stopping.abort() }
}

describe('Delivery', () => {
  it('hands over those of a channel one at a time, in order, and those of others meanwhile', async () => {
    const release = new Map<string, () => void>()
    const arrived = (event: unknown) => new Promise<void>((resolve) => void release.set(textOf(event), resolve))
    const { delivery, push, settled } = open({ arrived })
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

  it('settles nothing behind what is still under way, and nothing behind what was not taken', async () => {
    const { promise: slow, reject } = Promise.withResolvers<void>()
    const arrived = async (event: unknown) => (textOf(event) === 'slow' ? slow : undefined)
    const { delivery, push, settled } = open({ arrived })
    push(postAt(1))
    push(postAt(2, 'slow', otherChannelId))
    push(postAt(3))
    await eventually(() => expect(settled).toEqual([1]))
    reject(new Error('the queue is away'))
    await delivery.idle()
    expect([settled, delivery.isIncomplete]).toEqual([[1], true])
  })

  it('settles nothing while something is lost, and everything when it was read back', async () => {
    const { delivery, push, settled } = open()
    delivery.noteLoss()
    push(postAt(5))
    await delivery.idle()
    const checkpoint = delivery.checkpoint()
    await delivery.hand(postAt(3))
    await delivery.hand(postAt(7))
    expect(settled).toEqual([])
    await delivery.recovered(checkpoint)
    expect(settled).toEqual([7])
    expect(delivery.isIncomplete).toBe(false)
  })

  it('stays incomplete when more was lost while it was read back, and settles what was known before', async () => {
    const { delivery, settled } = open()
    await delivery.hand(postAt(1))
    delivery.noteLoss()
    await delivery.hand(postAt(5))
    const checkpoint = delivery.checkpoint()
    delivery.noteLoss()
    await delivery.hand(postAt(9))
    await delivery.recovered(checkpoint)
    expect(delivery.isIncomplete).toBe(true)
    expect(settled).toEqual([1, 5])
  })

  it('takes an event that the inbox did not take for lost', async () => {
    const refused = new Set(['at 1'])
    const arrived = async (event: unknown) => {
      if (refused.delete(textOf(event))) throw new Error('the queue is away')
    }
    const { delivery, push, settled, losses } = open({ arrived })
    push(postAt(1))
    push(postAt(2))
    await delivery.idle()
    await eventually(() => expect(losses()).toBe(1))
    expect(settled).toEqual([])
    await expect(open({ arrived: () => Promise.reject(new Error('away')) }).delivery.hand(postAt(1))).rejects.toThrow(NotTaken)
  })

  it.for([
    ['4,096 events', 4_200, 1, 4_096],
    ['16 MiB', 5, 4 * 1024 * 1024, 4],
  ] as const)('lets no more than %s wait, and reads the others back later', async ([, count, length, expected]) => {
    const { delivery, push, taken, losses } = open()
    for (let place = 1; place <= count; place += 1) push(postAt(place), length)
    await delivery.idle()
    expect(taken).toHaveLength(expected)
    expect(losses()).toBe(count - expected)
    push(postAt(10_000))
    await delivery.idle()
    expect(taken.at(-1)).toBe('at 10000')
  })

  it('settles nothing by a post of the future', async () => {
    const { delivery, taken, settled } = open()
    await delivery.hand(postAt(365 * 86_400_000, 'far ahead'))
    await delivery.hand(postAt(6_000))
    await delivery.hand(postAt(6_001))
    expect(taken).toEqual(['far ahead', 'at 6000', 'at 6001'])
    expect(settled).toEqual([6_000])
  })

  it('settles by posts of direct channels alone, and never back', async () => {
    const { delivery, taken, settled } = open()
    const elsewhere = postAt(50)
    await delivery.hand({ ...elsewhere, data: { ...elsewhere.data, channel_type: 'O' } })
    await delivery.hand({ event: 'posted', data: { channel_type: 'D', post: '{"message":"no time"}' } })
    await delivery.hand(postAt(20))
    await delivery.hand(postAt(10))
    expect(taken).toEqual(['at 50', 'no time', 'at 20', 'at 10'])
    expect(settled).toEqual([20])
  })

  it('says where it begins when that is news', async () => {
    const { delivery, settled } = open()
    delivery.begin(noon + 7, 'news')
    await delivery.recovered(delivery.checkpoint())
    await delivery.recovered(delivery.checkpoint())
    expect(settled).toEqual([7])
  })

  it('settles again what the inbox did not take', async () => {
    const told: number[] = []
    const settled = async (until: Date) => {
      told.push(until.getTime() - noon)
      if (told.length === 1) throw new Error('the database is away')
    }
    const { delivery } = open({ settled })
    await delivery.hand(postAt(1))
    await delivery.recovered(delivery.checkpoint())
    await delivery.recovered(delivery.checkpoint())
    expect(told).toEqual([1, 1])
  })

  it('hands nothing over once it is stopped', async () => {
    const { delivery, push, taken, stop } = open()
    push(postAt(1))
    stop()
    await delivery.idle()
    await delivery.hand(postAt(2))
    expect(taken).toEqual([])
  })
})
