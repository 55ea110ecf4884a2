import { setImmediate as settled } from 'node:timers/promises'
import { testClock } from '@ken/core/testing'
import { systemTiming } from '@ken/outbound'
import { describe, expect, it } from 'vitest'
import { sendRate } from './send-rate.ts'

/** Messages as they are sent, and seconds that only the test ends. */
function open() {
  let ends: (() => void)[] = []
  const clock = testClock()
  const rate = sendRate({ after: (_, end) => (ends.push(end), () => {}) }, clock)
  const sent: string[] = []
  const responses: (() => void)[] = []
  const send = (name: 'answer' | 'refusal', count: number) => {
    for (let position = 0; position < count; position += 1)
      void rate.send(name === 'refusal', async () => {
        sent.push(name)
        await new Promise<void>((respond) => responses.push(respond))
      })
  }
  return {
    rate,
    clock,
    send,
    countOf: (name: 'answer' | 'refusal') => sent.filter((other) => other === name).length,
    respond: async () => {
      for (const respond of responses.splice(0)) respond()
      await settled()
    },
    passSecond: async () => {
      const due = ends
      ends = []
      for (const end of due) end()
      await settled()
    },
  }
}

/** How many timers keep the process running. */
const timers = () =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length

describe('sendRate', () => {
  it('limits answers after the server has asked for fewer, and sends the next a second after a response', async () => {
    const { rate, send, countOf, respond, passSecond } = open()
    rate.limit()
    send('answer', 60)
    await passSecond()
    expect(countOf('answer')).toBe(25)
    await respond()
    expect(countOf('answer')).toBe(25)
    await passSecond()
    expect(countOf('answer')).toBe(50)
    await respond()
    await passSecond()
    expect(countOf('answer')).toBe(60)
  })

  it('does not limit answers before the server has asked for fewer, nor ten minutes after', async () => {
    const { rate, clock, send, countOf } = open()
    send('answer', 60)
    await settled()
    expect(countOf('answer')).toBe(60)
    rate.limit()
    clock.advance(600_000)
    send('answer', 60)
    await settled()
    expect(countOf('answer')).toBe(120)
  })

  it('leaves room for answers when many refusals wait, and sends answers first', async () => {
    const { rate, send, countOf, respond, passSecond } = open()
    rate.limit()
    send('refusal', 500)
    await settled()
    expect(countOf('refusal')).toBe(12)
    send('answer', 13)
    await settled()
    expect(countOf('answer')).toBe(13)
    send('answer', 20)
    await respond()
    await passSecond()
    expect(countOf('answer')).toBe(33)
    expect(countOf('refusal')).toBe(17)
  })

  it('lets the process end within the second after a message', async () => {
    const rate = sendRate(systemTiming, testClock())
    const before = await rate.send(false, async () => timers())
    expect(timers()).toBe(before)
  })

  it('passes failures on, and counts them', async () => {
    const { rate, passSecond } = open()
    rate.limit()
    const failed = Array.from({ length: 26 }, () =>
      rate.send(false, () => Promise.reject(new Error('failed'))),
    )
    const outcomes = Promise.allSettled(failed)
    await settled()
    await passSecond()
    expect((await outcomes).map(({ status }) => status)).toEqual(failed.map(() => 'rejected'))
  })
})
