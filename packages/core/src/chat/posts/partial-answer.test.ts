import { describe, expect, it } from 'vitest'
import type { ChatPostId } from '../../model/chat/chat-post.ts'
import { newChatPostId, testClock } from '../../testing/index.ts'
import { partialAnswer } from './partial-answer.ts'

const postId = newChatPostId()

/** More than any step here takes. */
const settle = async () => {
  for (let turns = 0; turns < 50; turns += 1) await Promise.resolve()
}

function open(
  mayShow: () => Promise<boolean> = async () => true,
  arrived: () => Promise<void> = async () => {},
) {
  const clock = testClock()
  const shown: string[] = []
  const write = async (text: string, id: ChatPostId) => {
    if (id === postId) shown.push(text)
    await arrived()
  }
  const { show, close } = partialAnswer({ clock }, { stop: () => {}, write }, { postId, mayShow })
  const say = async (text: string, afterMs: number) => {
    clock.advance(afterMs)
    show(text, [])
    await settle()
  }
  return { say, close, shown }
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

  it('waits no longer after the clock was set back', async () => {
    const { say, shown } = open()
    await say('One', -3_600_000)
    await say('One two', 1_999)
    await say('One two three', 1)
    await say('One two three four', -3_600_000)
    await say('One two three four five', 1_000)
    expect(shown).toEqual(['One two three', 'One two three four five'])
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
    const mayShow = async () => ((decisions += 1), true)
    const typing = { stop: () => {}, write: null }
    const { show } = partialAnswer({ clock }, typing, { postId, mayShow })
    clock.advance(10_000)
    show('text', [])
    expect(decisions).toBe(0)
  })

  it('shows nothing once it is closed, not even what was being decided', async () => {
    const deciding = Promise.withResolvers<boolean>()
    const { say, close, shown } = open(() => deciding.promise)
    await say('one', 2_000)
    await close()
    deciding.resolve(true)
    await settle()
    await say('two', 2_000)
    expect(shown).toEqual([])
  })

  it('closes once the text on its way has arrived, or has failed', async () => {
    for (const outcome of ['arrived', 'failed']) {
      const arriving = Promise.withResolvers<void>()
      const { say, close, shown } = open(undefined, () => arriving.promise)
      await say('one', 2_000)
      await say('two', 2_000)
      const events: string[] = []
      const closed = close().then(() => void events.push('closed'))
      await settle()
      events.push(outcome)
      if (outcome === 'arrived') arriving.resolve()
      else arriving.reject(new Error('failed'))
      await closed
      expect(events).toEqual([outcome, 'closed'])
      expect(shown).toEqual(['one'])
    }
  })
})
