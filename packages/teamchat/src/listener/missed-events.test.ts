import { recordingLog } from '@ken/core/testing'
import type { TeamChatBehaviour, TeamChatRequest } from '@ken/testing'
import { describe, expect, it } from 'vitest'
import { systemTiming, type Timing } from '@ken/outbound'
import { missedEvents } from './missed-events.ts'
import { openChatForTest } from '../testing/chat-world.ts'
import { eventually } from '../testing/eventually.ts'
import { fastTiming } from '../testing/fast-timing.ts'
import { manualTiming } from '../testing/manual-timing.ts'
import { textOf } from '../testing/text-of.ts'

const { signal } = new AbortController()

async function open(timing: Timing = systemTiming) {
  const chat = await openChatForTest({ timing })
  const log = recordingLog()
  /** The texts that were missed after a point in time. */
  const missed = async (afterMs = 0) => {
    const texts: string[] = []
    const { transport, bot } = chat
    for await (const event of missedEvents({ transport, log, bot, afterMs, signal }))
      texts.push(textOf(event))
    return texts
  }
  return { ...chat, log, missed }
}
const pagesOf = (requests: readonly TeamChatRequest[]) =>
  requests
    .filter(({ route }) => route.endsWith('/posts'))
    .map(({ url }) => Number(new URL(url, 'http://x').searchParams.get('page')))

describe('missedEvents', () => {
  it('reads what was posted after a point in time, oldest first per channel', async () => {
    const { double, alice, missed } = await open()
    const first = double.say(alice, 'old')
    double.say(alice, 'one')
    double.say(alice, 'two', { rootId: first.id })
    double.say(double.addPerson('bob'), 'three')
    expect(await missed(first.create_at)).toEqual(['one', 'two', 'three'])
  })

  it('reads only direct channels in which something was posted since', async () => {
    const { double, alice, missed } = await open()
    const { create_at } = double.say(alice, 'old')
    double.say(alice, 'in a team', { channelId: double.addChannel('O', [alice, double.bot]) })
    double.say(alice, 'in a group', { channelId: double.addChannel('G', [alice, double.bot]) })
    expect(await missed(create_at)).toEqual([])
    expect(double.requests.map(({ route }) => route)).toEqual(['GET /users/me/channels'])
  })

  it('reads no more pages than it needs', async () => {
    const { double, alice, missed } = await open()
    const posts = Array.from({ length: 200 }, (_, place) => double.say(alice, `post ${place}`))
    expect(await missed(posts[69]?.create_at)).toEqual(
      posts.slice(70).map(({ message }) => message),
    )
    expect(pagesOf(double.requests)).toEqual([0, 1, 2])
  })

  it('skips deleted posts, and reads the new text of an edited one', async () => {
    const { double, alice, missed } = await open()
    const [edited, deleted] = [double.say(alice, 'old text'), double.say(alice, 'deleted')]
    Object.assign(deleted, { delete_at: 1 })
    Object.assign(edited, { message: 'new text', edit_at: 1 })
    expect(await missed()).toEqual(['new text'])
  })

  it('finds nothing for a bot without channels, whose list is not JSON', async () => {
    const { missed } = await open()
    expect(await missed()).toEqual([])
  })

  it('stops at a server that returns the same page for ever', async () => {
    const { double, alice, missed } = await open()
    const posts = Array.from({ length: 60 }, (_, place) => double.say(alice, `post ${place}`))
    const page = {
      order: posts.map(({ id }) => id),
      posts: Object.fromEntries(posts.map((post) => [post.id, post])),
    }
    double.behave('GET /channels/{id}/posts', { json: page })
    expect(await missed()).toHaveLength(60)
    expect(double.requests).toHaveLength(3)
  })

  it('skips what is not a post, and sorts posts by time', async () => {
    const { double, alice, missed } = await open()
    const [one, two] = [double.say(alice, 'one'), double.say(alice, 'two')]
    const posts = { [one.id]: one, [two.id]: two, odd: { id: 7 } }
    double.behave('GET /channels/{id}/posts', {
      json: { order: [one.id, 'odd', 'absent', null, two.id, one.id], posts },
    })
    expect(await missed()).toEqual(['one', 'two'])
  })

  it('reads a page that is too long post by post, without the oversized post', async () => {
    const { double, alice, missed, log } = await open()
    const large = { overrides: { props: { large: 'x'.repeat(3 * 1024 * 1024) } } }
    for (const text of ['one', 'two', 'three']) double.say(alice, text, large)
    double.say(alice, 'too long', { overrides: { props: { large: 'x'.repeat(9 * 1024 * 1024) } } })
    double.say(alice, 'four')
    expect(await missed()).toEqual(['one', 'two', 'three', 'four'])
    expect(log.lines).toEqual([{ level: 'warn', event: 'team_chat.post_too_long', fields: {} }])
  })

  it('R87 waits as long as a busy server asks for, and continues where it was', async () => {
    const timing = manualTiming()
    const { double, alice, missed } = await open(timing)
    double.say(alice, 'one')
    double.behaveOnce('GET /channels/{id}/posts', 'rate_limited')
    const texts = missed()
    await eventually(() => expect(timing.waiting()).toEqual([9_000]))
    timing.advance(9_000)
    expect(await texts).toEqual(['one'])
    expect(double.requests.map(({ route }) => route)).toEqual([
      'GET /users/me/channels',
      'GET /channels/{id}/posts',
      'GET /channels/{id}/posts',
    ])
  })

  it('skips a channel that it may not read', async () => {
    const { double, alice, missed, log } = await open()
    double.say(alice, 'unreadable')
    double.say(double.addPerson('bob'), 'readable')
    double.behaveOnce('GET /channels/{id}/posts', { status: 403 })
    expect(await missed()).toEqual(['readable'])
    expect(log.lines).toEqual([
      { level: 'warn', event: 'team_chat.channel_unreadable', fields: { status: 403 } },
    ])
  })

  it.for<TeamChatBehaviour>([
    'html',
    'reset',
    { status: 401 },
    { json: { order: [] } },
    { json: null },
  ])('R87 fails when the server answers with %j', async (behaviour) => {
    const { double, alice, missed } = await open()
    double.say(alice, 'one')
    double.behave('GET /channels/{id}/posts', behaviour)
    await expect(missed()).rejects.toThrow('The team-chat server failed')
  })

  it('R68 reads a list of blanks in proportional time, and fails', async () => {
    const { double, missed } = await open()
    double.behave('GET /users/me/channels', { text: ' '.repeat(500_000) })
    const begun = process.threadCpuUsage()
    await expect(missed()).rejects.toThrow('The team-chat server failed')
    const { user, system } = process.threadCpuUsage(begun)
    // 30 ms on an idle machine; two minutes in quadratic time.
    expect((user + system) / 1_000).toBeLessThan(8_000)
  })

  it('reads the other channels when one keeps failing and more may not be read', async () => {
    const { double, transport, bot, log } = await open(fastTiming)
    for (const name of ['failing', 'readable', 'closed', 'shut', 'last'])
      double.say(double.addPerson(name), name)
    const answers = [
      ...Array.from({ length: 5 }, () => ({ status: 500 })),
      'ok',
      { status: 403 },
      { status: 403 },
    ] as const
    for (const answer of answers) double.behaveOnce('GET /channels/{id}/posts', answer)
    const events = missedEvents({ transport, log, bot, afterMs: 0, signal })
    expect(textOf((await events.next()).value)).toBe('readable')
    expect(textOf((await events.next()).value)).toBe('last')
    await expect(events.next()).rejects.toThrow('server_failing')
  })

  it('reads the other channels when one keeps failing, and then fails', async () => {
    const timing = manualTiming()
    const { double, alice, transport, bot, log } = await open(timing)
    double.say(alice, 'failing')
    double.say(double.addPerson('bob'), 'readable')
    double.behave('GET /channels/{id}/posts', { status: 500 })
    const events = missedEvents({ transport, log, bot, afterMs: 0, signal })
    const first = events.next()
    for (let attempt = 1; attempt < 5; attempt += 1) {
      await eventually(() => expect(timing.waiting()).toEqual([attempt * 1_000]))
      if (attempt === 4) double.behaveOnce('GET /channels/{id}/posts', { status: 500 })
      if (attempt === 4) double.behave('GET /channels/{id}/posts', 'ok')
      timing.advance(attempt * 1_000)
    }
    expect(textOf((await first).value)).toBe('readable')
    await expect(events.next()).rejects.toThrow('server_failing')
  })
})
