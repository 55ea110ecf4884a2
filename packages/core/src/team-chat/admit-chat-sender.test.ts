import { describe, expect, it } from 'vitest'
import { createLinkCode } from '../identities/create-link-code.ts'
import { answersIn, jobFor, outcomeOf, setUpBot, waitingJobs } from '../testing/builders/chat-turns.ts'
import { anIdentityIn, aPersonIn, memoryPorts, valueOf, type MemoryPorts, type MemoryPost } from '../testing/index.ts'
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

/** The job that a post leads to. */
async function sentBy(ports: MemoryPorts, post: MemoryPost, isAdmitted = true) {
  await answerChatPost(ports, await jobFor(ports, post, isAdmitted))
  return waitingJobs(ports, 'admit_chat_sender').at(-1)!
}

describe('admitChatSender', () => {
  it('R63 R66 links whoever sends a code, and names the account masked', async () => {
    const { ports, account, newCode } = await open()
    const post = ports.teamChat.say(` ${(await newCode()).toLowerCase()} `)
    expect(await admitChatSender(ports, await sentBy(ports, post))).toEqual(done)
    expect(answersIn(ports, post)).toEqual(['You are linked to `a***@example.com`. Ask me anything.'])
    expect([...ports.database.tables.identities.values()]).toMatchObject([{ externalId: post.authorId, userId: account.id }])
    expect(outcomeOf(ports, post)).toBe('linked')
    expect([...ports.database.tables.audit.values()].at(-1)).toMatchObject({
      action: 'identity.link',
      via: 'chat',
      requestId: post.id,
    })
  })

  it('R65 tells all others one and the same, at the same time after they wrote', async () => {
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
    for (let guess = 1; guess <= 5; guess += 1)
      await admitChatSender(ports, await sentBy(ports, teamChat.say(`WRNG-000${guess}`, guesser)))
    const guessing = teamChat.say(await newCode(), guesser)

    const [stranger, wrong, usedUp] = [teamChat.say('Hello?'), teamChat.say('WRNG-CODE'), teamChat.say(used)]
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
    // The one that sent a code in time, and the one that had a link before.
    expect(ports.database.tables.identities.size).toBe(3)
  })

  it('waits for no clock that is ahead of its own', async () => {
    const { ports } = await open()
    const job = await sentBy(ports, ports.teamChat.say('Hello?'))
    const before = ports.clock.now().getTime()
    await admitChatSender(ports, { ...job, arrivedAt: new Date(before + 3_600_000).toISOString() })
    expect(ports.clock.now().getTime() - before).toBe(500)
  })

  it('R66 does not move somebody linked to the account of another code', async () => {
    const { ports, newCode } = await open()
    const other = await aPersonIn(ports)
    const post = ports.teamChat.say(await newCode())
    await anIdentityIn(ports, other.account, { externalId: post.authorId })
    await admitChatSender(ports, await sentBy(ports, post))
    expect(answersIn(ports, post)).toEqual([refusalText])
    expect([...ports.database.tables.identities.values()]).toMatchObject([{ userId: other.account.id }])
  })

  it('R64 counts no guess for words that are no code', async () => {
    const { ports } = await open()
    for (let count = 0; count < 10; count += 1)
      await admitChatSender(ports, await sentBy(ports, ports.teamChat.say('Hello there, who are you?')))
    expect(ports.database.tables.guesses.size).toBe(0)
  })

  it('R64 links nobody while guesses cannot be counted, and does so later', async () => {
    const { ports, newCode } = await open()
    const post = ports.teamChat.say(await newCode())
    const job = await sentBy(ports, post)
    const guessBudgets = { ...ports.guessBudgets, take: () => Promise.reject(new Error('away')) }
    await expect(admitChatSender({ ...ports, guessBudgets }, job)).rejects.toThrow('away')
    expect(answersIn(ports, post)).toEqual([])
    await admitChatSender(ports, job)
    expect(outcomeOf(ports, post)).toBe('linked')
  })

  it('R70 says once that somebody was linked, also when a try died right after it', async () => {
    const { ports, newCode } = await open()
    const post = ports.teamChat.say(await newCode())
    const job = await sentBy(ports, post)
    const pause = { ...ports.pause, until: () => Promise.reject(new Error('killed')) }
    await expect(admitChatSender({ ...ports, pause }, job)).rejects.toThrow('killed')
    ports.teamChat.failAfterNextPost()
    expect(await admitChatSender(ports, job)).toMatchObject({ ok: false, error: { code: 'chat.deferred' } })
    expect(await admitChatSender(ports, job)).toEqual(done)
    expect(await admitChatSender(ports, job)).toEqual(done)
    expect(answersIn(ports, post)).toEqual(['You are linked to `a***@example.com`. Ask me anything.'])
  })

  it('R72 is silent once the bot is off', async () => {
    const { ports, newCode } = await open()
    const post = ports.teamChat.say(await newCode())
    const job = await sentBy(ports, post)
    await setUpBot(ports, { enabled: false })
    expect(await admitChatSender(ports, job)).toEqual(done)
    expect(answersIn(ports, post)).toEqual([])
    expect(ports.database.tables.identities.size).toBe(0)
  })
})
