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
