import type { Log, WorkspaceChatBot } from '@ken/core/ports'
import { testClock } from '@ken/core/testing'
import { fieldsOf, type Timing } from '@ken/outbound'
import { describe, expect, it } from 'vitest'
import { fastTiming, openWorkspaceForTest } from '../testing/workspace-world.ts'
import { callPace, missedMessages } from './missed-messages.ts'
import { provenMessage } from './proven-message.ts'

/** Times of messages grow over all workspaces. */
let dayMs = Date.parse('2030-01-01T00:00:00Z')

/** A workspace whose clock a test moves, and what is read back from it after a time. */
async function open() {
  dayMs += 86_400_000
  let nowMs = dayMs
  const workspace = await openWorkspaceForTest({ timing: fastTiming, now: () => nowMs })
  const { double, transport, bot, ana } = workspace
  const lines: unknown[] = []
  const log: Log = {
    info: () => {},
    warn: (event, fields) => void lines.push({ event, ...fields }),
    error: () => {},
  }
  const { signal } = new AbortController()
  const read = async (afterMs: number, of: WorkspaceChatBot = bot) => {
    const payloads: object[] = []
    const catchUp = { transport, log, bot: of, afterMs, signal, pace: async () => {} }
    for await (const payload of missedMessages(catchUp)) payloads.push(payload)
    return payloads
  }
  const textsOf = async (afterMs: number) =>
    (await read(afterMs)).map((payload) => fieldsOf(fieldsOf(payload)['event'])['text'])
  /** A message, and a minute later. */
  const say = (text: string, threadTs?: string, author = ana) => {
    const fields = threadTs === undefined ? {} : { thread_ts: threadTs }
    const message = double.say(author, text, { fields, isLost: true })
    nowMs += 60_000
    return message
  }
  const callsOf = (method: string) => double.calls.filter((call) => call.method === method)
  return { ...workspace, say, read, textsOf, lines, callsOf, now: () => nowMs }
}

describe('missedMessages', () => {
  it('reads messages and replies after a time, also below older messages, oldest first', async () => {
    const { say, textsOf, now, callsOf } = await open()
    const root = say('root')
    const quiet = say('quiet')
    say('old reply', root.ts)
    say('quiet reply', quiet.ts)
    const afterMs = now() - 1
    say('new reply', root.ts)
    const fresh = say('new')
    say('reply below new', fresh.ts)
    expect(await textsOf(afterMs)).toEqual(['new reply', 'new', 'reply below new'])
    expect(callsOf('conversations.replies')).toHaveLength(2)
  })

  it('gives a reply that was also sent to the conversation itself once', async () => {
    const { double, say, read, now, bot, ana } = await open()
    const root = say('root')
    const afterMs = now() - 1
    const fields = { thread_ts: root.ts, subtype: 'thread_broadcast' }
    double.say(ana, 'shown twice', { fields, isLost: true })
    const found = (await read(afterMs)).map((payload) => provenMessage(payload, bot))
    expect(found).toMatchObject([{ ok: true, value: { text: 'shown twice' } }])
  })

  it('reads page by page, of messages and of channels', async () => {
    const { double, say, textsOf, now } = await open()
    say('before')
    const afterMs = now() - 1
    const expected = Array.from({ length: 250 }, (_, place) => `message ${place}`)
    for (const text of expected) say(text)
    for (let place = 0; place < 220; place += 1) double.addPerson(`person${place}`)
    const people = [...double.world.users.values()].slice(-220)
    for (const person of people) say('hello', undefined, person)
    expect(await textsOf(afterMs)).toEqual([...expected, ...people.map(() => 'hello')])
  })

  it('gives payloads that prove messages of people, and none of others', async () => {
    const { double, say, read, bot } = await open()
    say('mine')
    say('of the bot', undefined, double.world.botUser)
    const found = (await read(0)).map((payload) => provenMessage(payload, bot))
    expect(found).toMatchObject([
      { ok: true, value: { text: 'mine' } },
      { ok: false, error: { reason: 'own' } },
    ])
  })

  it('takes nothing from a channel that is shared with others', async () => {
    const { double, say, read, bot, ana } = await open()
    say('hello')
    const channels = [{ id: double.channelOf(ana), is_ext_shared: true }]
    double.behaveOnce('users.conversations', { json: { ok: true, channels } })
    const [payload] = await read(0)
    expect(provenMessage(payload, bot)).toMatchObject({ error: { reason: 'external' } })
  })

  it('reads each channel of an organization once, from all its workspaces', async () => {
    const { double, say, read, bot, callsOf } = await open()
    double.world.organization = { id: 'E0ORG', teamIds: ['T0ONE', 'T0TWO'] }
    say('of ana')
    double.say(double.addPerson('ben'), 'of ben', { fields: { user_team: 'T0TWO' }, isLost: true })
    double.say(double.addPerson('eve'), 'of eve', { fields: { user_team: 'T0EVE' }, isLost: true })
    const organization = { ...bot, workspaceId: 'E0ORG', botId: 'E0ORG:U0KEN' }
    const found = await read(0, organization)
    expect(found.map((payload) => provenMessage(payload, organization))).toMatchObject([
      { ok: true, value: { text: 'of ana' } },
      { ok: true, value: { text: 'of ben' } },
      { ok: false, error: { reason: 'external' } },
    ])
    expect(callsOf('users.conversations').map(({ fields }) => fields['team_id'])).toEqual([
      'T0ONE',
      'T0TWO',
    ])
  })

  it('keeps only the fields of a message that prove it', async () => {
    const { double, say, read, ana, bot } = await open()
    const large = 'x'.repeat(100_000)
    const fields = { subtype: 'file_share', files: [{ name: large }], blocks: [{ large }] }
    double.say(ana, 'with a file', { fields, isLost: true })
    const edits = [{ user: ana.id, large }, { user: 'U0EVE' }]
    for (const edited of edits) double.say(ana, 'edited', { fields: { edited }, isLost: true })
    say('plain')
    const payloads = await read(0)
    expect(JSON.stringify(payloads).length).toBeLessThan(2_000)
    expect(payloads.map((payload) => provenMessage(payload, bot))).toMatchObject([
      { ok: true, value: { text: 'with a file', isCaption: true } },
      { ok: true, value: { text: 'edited', isEdited: true } },
      { ok: false, error: { reason: 'edited' } },
      { ok: true, value: { text: 'plain' } },
    ])
  })

  it('holds at most 64 MiB of a channel', async () => {
    const { double, ana, lines, read, now } = await open()
    const [seconds, text] = [Math.floor(now() / 1_000), 'x'.repeat(7 * 1024 * 1024)]
    double.channelOf(ana)
    for (let page = 0; page < 12; page += 1) {
      const messages = [{ type: 'message', user: 'U1', text, ts: `${seconds - page}.000000` }]
      const json = { ok: true, messages, response_metadata: { next_cursor: String(page) } }
      double.behaveOnce('conversations.history', { json })
    }
    expect(await read(0)).toHaveLength(10)
    expect(lines).toEqual([{ event: 'workspace_chat.catch_up_cut' }])
  })

  it('reads on after an empty page', async () => {
    const { double, say, textsOf } = await open()
    say('hello')
    const response_metadata = { next_cursor: '0' }
    const empty = { ok: true, response_metadata }
    double.behaveOnce('users.conversations', { json: { ...empty, channels: [] } })
    double.behaveOnce('conversations.history', { json: { ...empty, messages: [] } })
    expect(await textsOf(0)).toEqual(['hello'])
  })

  it('fails when a list never ends', async () => {
    const { double, say, textsOf, callsOf } = await open()
    say('hello')
    const json = { ok: true, messages: [], response_metadata: { next_cursor: 'again' } }
    double.behave('conversations.history', { json })
    await expect(textsOf(0)).rejects.toMatchObject({ fault: 'not_slack' })
    expect(callsOf('conversations.history')).toHaveLength(2)
  })

  it('skips a channel that is gone', async () => {
    const { double, say, textsOf, lines } = await open()
    say('hello')
    double.behaveOnce('conversations.history', { error: 'channel_not_found' })
    expect(await textsOf(0)).toEqual([])
    expect(lines).toEqual([
      { event: 'workspace_chat.channel_unreadable', reason: 'channel_not_found' },
    ])
  })

  it('tries again while the platform is busy, and stops at any other failure', async () => {
    const { double, say, textsOf } = await open()
    say('hello')
    double.behaveOnce('conversations.history', { status: 429, retryAfter: 3 })
    double.behaveOnce('conversations.history', { error: 'internal_error' })
    expect(await textsOf(0)).toEqual(['hello'])
    double.behaveOnce('conversations.history', 'html')
    await expect(textsOf(0)).rejects.toMatchObject({ fault: 'not_slack' })
    double.behave('users.conversations', { status: 503 })
    await expect(textsOf(0)).rejects.toMatchObject({ fault: 'server_failing' })
  })
})

/** A pace whose pauses only move its clock, and their lengths. */
async function openPace() {
  const clock = testClock()
  const { transport } = await open()
  const waits: number[] = []
  const after: Timing['after'] = (milliseconds, callback) => {
    waits.push(milliseconds)
    clock.advance(milliseconds)
    queueMicrotask(callback)
    return () => {}
  }
  const { signal } = new AbortController()
  const pace = callPace({ ...transport, timing: { ...fastTiming, after } }, clock, signal)
  return { clock, waits, pace }
}

it('makes forty calls in any minute', async () => {
  const { clock, waits, pace } = await openPace()
  for (let calls = 0; calls < 40; calls += 1) {
    await pace()
    clock.advance(1_000)
  }
  expect(waits).toEqual([])
  await pace()
  expect(waits).toEqual([20_000])
  await pace()
  expect(waits).toEqual([20_000, 1_000])
})

it('does not wait for a clock that was set back', async () => {
  const { clock, waits, pace } = await openPace()
  for (let calls = 0; calls < 40; calls += 1) await pace()
  clock.advance(-3_600_000)
  await pace()
  expect(waits).toEqual([])
})
