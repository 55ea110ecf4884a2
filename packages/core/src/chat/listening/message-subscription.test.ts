import { describe, expect, it } from 'vitest'
import { malformed, openSubscription } from '../../testing/builders/message-subscription.ts'
import { postAgeSecondsMax } from '../../model/chat/chat-post.ts'

describe('an event', () => {
  it('R67 is ingested when it is a direct message, and otherwise dropped and counted', async () => {
    const { receive, posted, dropped, subscription, clock, ingested, mark } = openSubscription()
    await receive(posted())
    for (const event of [malformed, dropped('special_type'), dropped('webhook'), malformed])
      await receive(event)
    const old = posted()
    clock.advance(postAgeSecondsMax * 1_000 + 1)
    await receive(old)
    expect(ingested()).toBe(1)
    expect(mark()).toBeNull()
    await subscription.storeProgress()
    expect(mark()?.dropped).toEqual({ malformed: 2, special_type: 1, webhook: 1, stale: 1 })
    await receive(malformed)
    await subscription.stop()
    expect(mark()?.dropped).toMatchObject({ malformed: 3 })
  })

  it('is counted once when it is dropped, however often it is read back, also by the next process', async () => {
    const { receive, dropped, subscription, mark, restarted } = openSubscription()
    const [own, hook] = [dropped('special_type'), dropped('webhook')]
    for (const event of [own, hook, own]) await receive(event)
    await subscription.storeProgress()
    for (const event of [own, hook]) await receive(event)
    await subscription.storeProgress()
    expect(mark()?.dropped).toEqual({ special_type: 1, webhook: 1 })
    const next = restarted()
    for (const event of [own, hook, dropped('special_type')]) await next.receive(event)
    await next.subscription.stop()
    expect(mark()?.dropped).toEqual({ special_type: 2, webhook: 1 })
  })

  it('is counted once although the first attempt to store the count failed', async () => {
    const { receive, dropped, subscription, setUnavailable, mark } = openSubscription()
    const event = dropped('special_type')
    await receive(event)
    setUnavailable(true)
    await expect(subscription.storeProgress()).rejects.toThrow('unavailable')
    await receive(event)
    setUnavailable(false)
    await subscription.storeProgress()
    expect(mark()?.dropped).toEqual({ special_type: 1 })
  })

  it('closes what waits in a channel whose person blocked the bot, and nothing that follows', async () => {
    const { receive, blocked, posted, clock, loseLease, ...ports } = openSubscription()
    const [before, elsewhere] = [posted(), posted()]
    const { channelId } = before.value
    for (const event of [before, elsewhere]) await receive(event)
    await blocked(channelId, clock.now())
    clock.advance(1_000)
    const after = posted({ channelId })
    await receive(after)
    const posts = ports.database.tables.chatPosts
    expect(
      [before, elsewhere, after].map(({ value }) => posts.get(value.postId)?.closed?.outcome),
    ).toEqual(['undeliverable', undefined, undefined])
    loseLease()
    await expect(blocked(channelId, clock.now())).rejects.toThrow('Another process listens')
  })

  it('is rejected while too many dropped posts wait to be stored, and counted when it comes again', async () => {
    const { receive, dropped, subscription, setUnavailable, mark } = openSubscription()
    setUnavailable(true)
    for (let post = 0; post < 1_000; post += 1) await receive(dropped('special_type'))
    const event = dropped('special_type')
    await expect(receive(event)).rejects.toThrow('unavailable')
    setUnavailable(false)
    await receive(event)
    await subscription.storeProgress()
    expect(mark()?.dropped).toEqual({ special_type: 1_001 })
  })

  it('is rejected when it cannot be stored, and no count is lost meanwhile', async () => {
    const { receive, posted, subscription, setUnavailable, ingested, mark } = openSubscription()
    setUnavailable(true)
    await expect(receive(posted())).rejects.toThrow('unavailable')
    await receive(malformed)
    await expect(subscription.storeProgress()).rejects.toThrow('unavailable')
    await receive(malformed)
    setUnavailable(false)
    await subscription.storeProgress()
    expect([ingested(), mark()?.dropped]).toEqual([0, { malformed: 2 }])
  })

  it('R67 is counted once although the reply to the commit was lost', async () => {
    const { receive, settled, subscription, loseReplies, clock, mark } = openSubscription()
    await receive(malformed)
    loseReplies(true)
    await expect(subscription.storeProgress()).rejects.toThrow('lost')
    await receive(malformed)
    await expect(settled(clock.now())).rejects.toThrow('lost')
    loseReplies(false)
    await subscription.storeProgress()
    expect(mark()).toMatchObject({ dropped: { malformed: 2 }, mark: { storedUntil: clock.now() } })
    await subscription.storeProgress()
    expect(mark()?.dropped).toEqual({ malformed: 2 })
  })

  it('is not ingested when it is from before the bot was turned on, with a tolerance for clock skew', async () => {
    const startedAt = new Date('2029-12-31T23:00:00Z')
    const storedUntil = new Date('2029-12-31T23:30:00Z')
    const { receive, posted, subscription, ingested, mark } = openSubscription({
      startedAt,
      storedUntil,
    })
    for (const { seconds, count } of [
      { seconds: -5.001, count: 0 },
      { seconds: -5, count: 1 },
      { seconds: 60, count: 2 },
    ]) {
      await receive(posted({ postedAt: new Date(startedAt.getTime() + seconds * 1_000) }))
      expect(ingested()).toBe(count)
    }
    await subscription.storeProgress()
    expect(mark()?.dropped).toEqual({ stale: 1 })
  })

  it('R71 is not ingested by a process that may no longer listen', async () => {
    const {
      receive,
      settled,
      alive,
      posted,
      subscription,
      loseLease,
      ingested,
      mark,
      health,
      otherHealth,
    } = openSubscription()
    await otherHealth()
    loseLease()
    await expect(receive(posted())).rejects.toThrow('Another process')
    await settled(new Date(1))
    await alive()
    await subscription.storeProgress()
    await subscription.stop()
    expect([ingested(), mark()]).toEqual([0, null])
    expect(await health()).toEqual({ state: 'listening', since: new Date(0) })
  })
})

describe('the high-water mark', () => {
  it('is stored at once the first time, and then from time to time', async () => {
    const { settled, subscription, mark } = openSubscription()
    await settled(new Date(1_000))
    expect(mark()?.mark?.storedUntil).toEqual(new Date(1_000))
    await settled(new Date(2_000))
    expect(mark()?.mark?.storedUntil).toEqual(new Date(1_000))
    await subscription.storeProgress()
    expect(mark()?.mark?.storedUntil).toEqual(new Date(2_000))
    await settled(new Date(3_000))
    await subscription.stop()
    expect(mark()?.mark?.storedUntil).toEqual(new Date(3_000))
  })

  it('is stored later when the first attempt failed', async () => {
    const { settled, subscription, setUnavailable, mark } = openSubscription({
      startedAt: new Date(0),
      storedUntil: new Date(0),
    })
    await settled(new Date(1_000))
    setUnavailable(true)
    await expect(subscription.storeProgress()).rejects.toThrow('unavailable')
    setUnavailable(false)
    await subscription.storeProgress()
    expect(mark()?.mark?.storedUntil).toEqual(new Date(1_000))
  })
})
