import { describe, expect, it } from 'vitest'
import { createLinkCode } from '../../identities/create-link-code.ts'
import {
  answersIn,
  jobFor,
  outcomeOf,
  setUpBot,
  waitingJobs,
} from '../../testing/builders/chat-turns.ts'
import {
  anIdentityIn,
  aPersonIn,
  memoryPorts,
  valueOf,
  type MemoryPorts,
  type MemoryPost,
} from '../../testing/index.ts'
import { admitChatSender } from './admit-chat-sender.ts'
import { answerChatPost } from './answer-chat-post.ts'
import { refusalText } from './refusal.ts'

const done = { ok: true, value: null }

async function open() {
  const ports = memoryPorts()
  await setUpBot(ports)
  const { account, actor } = await aPersonIn(ports, { email: 'ada@example.com' })
  const newCode = async () => valueOf(await createLinkCode(ports, { actor })).code
  return { ports, account, newCode }
}

/** The job of a post. */
async function sentBy(ports: MemoryPorts, post: MemoryPost, isAdmitted = true) {
  await answerChatPost(ports, await jobFor(ports, post, isAdmitted))
  return waitingJobs(ports, 'admit_chat_sender').at(-1)!
}

describe('admitChatSender', () => {
  it('R63 R66 links the sender of a code, and names the account masked', async () => {
    const { ports, account, newCode } = await open()
    const post = ports.teamChat.say(` ${(await newCode()).toLowerCase()} `)
    expect(await admitChatSender(ports, await sentBy(ports, post))).toEqual(done)
    expect(answersIn(ports, post)).toEqual([
      'You are linked to `a***@example.com`. Ask me anything.',
    ])
    expect([...ports.database.tables.identities.values()]).toMatchObject([
      { externalId: post.authorId, userId: account.id },
    ])
    expect(outcomeOf(ports, post)).toBe('linked')
    expect([...ports.database.tables.audit.values()].at(-1)).toMatchObject({
      action: 'identity.link',
      via: 'chat',
      requestId: post.id,
    })
  })

  it('R66 leaves an answer that was stored for a person to the attempts to answer', async () => {
    const { ports, account } = await open()
    const post = ports.teamChat.say('leave')
    const job = await sentBy(ports, post)
    const answer = { parts: ['Thirty days.'], basedOn: [], answerFor: account.id }
    await ports.chatPosts.storeAnswer(post.id, answer, null, null)
    expect(await admitChatSender(ports, job)).toEqual(done)
    expect(answersIn(ports, post)).toEqual([])
    expect(outcomeOf(ports, post)).toBeUndefined()
  })

  it('R65 sends all others the same text, at the same time after they wrote', async () => {
    const { ports, account, newCode } = await open()
    const { teamChat } = ports
    const gone = await aPersonIn(ports, { status: 'deactivated' })
    const deactivated = teamChat.say('What is our revenue?')
    await anIdentityIn(ports, gone.account, { externalId: deactivated.authorId })
    const used = await newCode()
    await admitChatSender(ports, await sentBy(ports, teamChat.say(used)))
    const linked = teamChat.say(used)
    await anIdentityIn(ports, account, { externalId: linked.authorId })
    const guesser = teamChat.say('WRNG-0000')
    for (let decision = 1; decision <= 5; decision += 1)
      await admitChatSender(
        ports,
        await sentBy(ports, teamChat.say(`WRNG-000${decision}`, guesser)),
      )
    const guessing = teamChat.say(await newCode(), guesser)

    const [stranger, wrong, usedUp] = [
      teamChat.say('Hello?'),
      teamChat.say('WRNG-CODE'),
      teamChat.say(used),
    ]
    for (const post of [stranger, deactivated, wrong, usedUp, linked, guessing]) {
      const arrivedAt = ports.clock.now().getTime()
      await admitChatSender(ports, await sentBy(ports, post))
      expect(ports.clock.now().getTime() - arrivedAt).toBe(500)
      expect(answersIn(ports, post).at(-1)).toBe(refusalText)
      expect(outcomeOf(ports, post)).toBe('refused')
    }
    const throttled = teamChat.say(await newCode())
    await admitChatSender(ports, await sentBy(ports, throttled, false))
    expect(answersIn(ports, throttled)).toEqual([refusalText])
    const expired = teamChat.say(await newCode())
    const job = await sentBy(ports, expired)
    ports.clock.advance(10 * 60_000)
    await admitChatSender(ports, job)
    expect(answersIn(ports, expired)).toEqual([refusalText])
    // The sender of a valid code, and the one who was linked before.
    expect(ports.database.tables.identities.size).toBe(3)
  })

  it('does not wait longer for a clock that is ahead', async () => {
    const { ports } = await open()
    const job = await sentBy(ports, ports.teamChat.say('Hello?'))
    const before = ports.clock.now().getTime()
    await admitChatSender(ports, { ...job, arrivedAt: new Date(before + 3_600_000).toISOString() })
    expect(ports.clock.now().getTime() - before).toBe(500)
  })

  it('R66 does not move a linked sender to the account of another code', async () => {
    const { ports, newCode } = await open()
    const other = await aPersonIn(ports)
    const post = ports.teamChat.say(await newCode())
    await anIdentityIn(ports, other.account, { externalId: post.authorId })
    await admitChatSender(ports, await sentBy(ports, post))
    expect(answersIn(ports, post)).toEqual([refusalText])
    expect([...ports.database.tables.identities.values()]).toMatchObject([
      { userId: other.account.id },
    ])
  })

  it.for(['isCaption', 'isEdited'] as const)('R224 links no one for a code: %s', async (flag) => {
    const { ports, newCode } = await open()
    const post = ports.teamChat.say(await newCode())
    const attempts = ports.database.tables.attempts.size // Creating a code counts, too.
    await admitChatSender(ports, { ...(await sentBy(ports, post)), [flag]: true })
    expect(answersIn(ports, post)).toEqual([refusalText])
    expect(ports.database.tables.identities.size).toBe(0)
    expect(ports.database.tables.attempts.size).toBe(attempts)
  })

  it('R64 counts no attempt for text that is not a code', async () => {
    const { ports } = await open()
    for (let count = 0; count < 10; count += 1)
      await admitChatSender(
        ports,
        await sentBy(ports, ports.teamChat.say('Hello there, who are you?')),
      )
    expect(ports.database.tables.attempts.size).toBe(0)
  })

  it('R64 links no one while attempts cannot be counted, and does so later', async () => {
    const { ports, newCode } = await open()
    const post = ports.teamChat.say(await newCode())
    const job = await sentBy(ports, post)
    const attemptLimits = {
      ...ports.attemptLimits,
      take: () => Promise.reject(new Error('unavailable')),
    }
    await expect(admitChatSender({ ...ports, attemptLimits }, job)).rejects.toThrow('unavailable')
    expect(answersIn(ports, post)).toEqual([])
    await admitChatSender(ports, job)
    expect(outcomeOf(ports, post)).toBe('linked')
  })

  it('R70 confirms a link once, also when an attempt died right after linking', async () => {
    const { ports, newCode } = await open()
    const post = ports.teamChat.say(await newCode())
    const job = await sentBy(ports, post)
    const pause = { ...ports.pause, until: () => Promise.reject(new Error('killed')) }
    await expect(admitChatSender({ ...ports, pause }, job)).rejects.toThrow('killed')
    ports.teamChat.failAfterNextPost()
    expect(await admitChatSender(ports, job)).toMatchObject({
      ok: false,
      error: { code: 'chat.deferred' },
    })
    expect(await admitChatSender(ports, job)).toEqual(done)
    expect(await admitChatSender(ports, job)).toEqual(done)
    expect(answersIn(ports, post)).toEqual([
      'You are linked to `a***@example.com`. Ask me anything.',
    ])
  })

  it('R72 posts nothing once the bot is off', async () => {
    const { ports, newCode } = await open()
    const post = ports.teamChat.say(await newCode())
    const job = await sentBy(ports, post)
    await setUpBot(ports, { enabled: false })
    expect(await admitChatSender(ports, job)).toEqual(done)
    expect(answersIn(ports, post)).toEqual([])
    expect(ports.database.tables.identities.size).toBe(0)
  })
})
