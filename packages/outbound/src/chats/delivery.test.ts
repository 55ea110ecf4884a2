import { describe, expect, it } from 'vitest'
import { arrivalIn, Delivery } from './delivery.ts'

const at = (milliseconds: number) => new Date(milliseconds)
const nothing = async () => {}

describe('arrivalIn', () => {
  it('has the time of a message, and of one that was dropped', () => {
    const message = { ok: true, value: { postedAt: at(7) } } as const
    expect(arrivalIn('channel', message, nothing)).toMatchObject({
      channel: 'channel',
      postedMs: 7,
    })
    const dropped = { ok: false, error: { post: { postedAt: at(9) } } } as const
    expect(arrivalIn(7, dropped, nothing)).toMatchObject({ channel: null, postedMs: 9 })
  })

  it('moves no mark without a time', async () => {
    const marks: Date[] = []
    const delivery = new Delivery({
      caughtUp: async (until) => void marks.push(until),
      onUnsettled: () => {},
      signal: new AbortController().signal,
      serverNowMs: () => Infinity,
      onLoss: () => {},
    })
    delivery.begin(0, 'known')
    await delivery.deliver(arrivalIn('channel', { ok: false, error: { post: null } }, nothing))
    expect(marks).toEqual([])
    const message = { ok: true, value: { postedAt: at(7) } } as const
    await delivery.deliver(arrivalIn('channel', message, nothing))
    expect(marks).toEqual([at(7)])
  })
})

describe('Delivery', () => {
  it('R222 hands over in the order of each channel, and no channel waits for another', async () => {
    const delivery = new Delivery({
      caughtUp: nothing,
      onUnsettled: () => {},
      signal: new AbortController().signal,
      serverNowMs: () => Infinity,
      onLoss: () => {},
    })
    const begun: string[] = []
    const held = Promise.withResolvers<void>()
    const deliver = (text: string, channel: string, work = nothing) =>
      delivery.deliver({
        channel,
        postedMs: 0,
        handOver: () => {
          begun.push(text)
          return work()
        },
      })
    const first = deliver('first', 'channel A', () => held.promise)
    const second = deliver('second', 'channel A')
    const other = deliver('other', 'A')
    await expect.poll(() => begun).toEqual(['first', 'other'])
    held.resolve()
    await Promise.all([first, second, other])
    expect(begun).toEqual(['first', 'other', 'second'])
  })
})
