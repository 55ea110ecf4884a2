import { describe, expect, it } from 'vitest'
import { testClock } from '../../testing/index.ts'
import { partialAnswer } from './partial-answer.ts'

function open(mayShow: () => Promise<boolean> = async () => true) {
  const clock = testClock()
  const shown: string[] = []
  const write = (text: string) => void shown.push(text)
  const show = partialAnswer({ clock }, { stop: () => {}, write }, mayShow)
  const say = async (text: string, afterMs: number) => {
    clock.advance(afterMs)
    show(text)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { say, shown }
}

describe('partialAnswer', () => {
  it('shows nothing for two seconds, and then at most one text a second', async () => {
    const { say, shown } = open()
    await say('One', 1_999)
    await say('One two', 1)
    await say('One two three', 999)
    await say('One two three four', 1)
    expect(shown).toEqual(['One two', 'One two three four'])
  })

  it('shows nothing to a person who may not be answered any more, or while that is unknown', async () => {
    const answers = [false, new Error('unavailable'), true]
    const { say, shown } = open(async () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer === true
    })
    for (const text of ['one', 'two', 'three']) await say(text, 2_000)
    expect(shown).toEqual(['three'])
  })

  it('decides nothing on platforms that cannot show it', async () => {
    const clock = testClock()
    let decisions = 0
    const show = partialAnswer({ clock }, { stop: () => {}, write: null }, async () => {
      decisions += 1
      return true
    })
    clock.advance(10_000)
    show('text')
    expect(decisions).toBe(0)
  })
})
