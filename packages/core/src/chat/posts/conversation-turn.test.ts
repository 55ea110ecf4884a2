import { expect, it } from 'vitest'
import type { AccountId } from '../../model/accounts/account.ts'
import type { IdentitySource } from '../../model/identities/identity.ts'
import {
  Unavailable,
  type ChatThreads,
  type DeliveryLedger,
  type TeamChatBot,
} from '../../ports/index.ts'
import { jobFor, outcomeOf, setUpBot } from '../../testing/builders/chat-turns.ts'
import {
  anAccount,
  aPersonIn,
  memoryPorts,
  newChatPostId,
  newId,
  withTeamChat,
} from '../../testing/index.ts'
import { closeConversationTurn, deliverReply, openConversationTurn } from './conversation-turn.ts'

async function open() {
  const ports = memoryPorts()
  await setUpBot(ports)
  const post = ports.teamChat.say('hello')
  return { ports, post, job: await jobFor(ports, post) }
}

it('opens with the bot, the surface of team chat, and the text', async () => {
  const { ports, job } = await open()
  expect(await openConversationTurn(ports, job)).toMatchObject({
    bot: ports.teamChat.bot,
    surface: {
      kind: 'surface',
      via: 'chat',
      source: 'teamchat',
      keyId: null,
      requestId: job.postId,
    },
    text: 'hello',
    storedParts: null,
  })
})

it('does not open for a closed or unknown post', async () => {
  const { ports, job, post } = await open()
  await closeConversationTurn(ports, job, 'refused')
  expect(await openConversationTurn(ports, job)).toBeNull()
  ports.database.tables.chatPosts.delete(post.id)
  expect(await openConversationTurn(ports, job)).toBeNull()
})

it('R70 posts the reply that was stored first, and adds its messages to the conversation once', async () => {
  const { ports, job, post } = await open()
  const turn = (await openConversationTurn(ports, job))!
  const { account } = await aPersonIn(ports)
  const key = { source: 'teamchat' as IdentitySource, channelId: post.channelId, rootId: post.id }
  const end = (text: string) =>
    deliverReply(ports, job, turn, {
      parts: [text],
      basedOn: [],
      answerFor: null,
      outcome: 'answered',
      exchange: {
        key,
        userId: account.id,
        messages: [{ role: 'assistant', text, basedOn: [] }],
        newId,
      },
    })
  ports.teamChat.setUnavailable(true)
  expect(await end('first')).toMatchObject({ ok: false, error: { code: 'chat.deferred' } })
  ports.teamChat.setUnavailable(false)
  expect(await end('second')).toEqual({ ok: true, value: null })
  expect(ports.teamChat.posts.at(-1)).toMatchObject({ text: 'first', rootId: post.rootId })
  const said = [...ports.database.tables.conversations.values()].flatMap(({ messages }) => messages)
  expect(said).toMatchObject([{ text: 'first', userId: account.id }])
  expect(outcomeOf(ports, post)).toBe('answered')
})

it.for([
  { asked: 'a pause', options: { retryAfterSeconds: 30 }, error: { pauseSeconds: 30 } },
  { asked: 'no pause', options: {}, error: {} },
])('defers the answer when the platform is unavailable and asks for $asked', async (platform) => {
  const { ports, job } = await open()
  const turn = (await openConversationTurn(ports, job))!
  const answer = () =>
    Promise.reject(new Unavailable('team-chat', 'The server is busy.', platform.options))
  const { threads } = ports.chatPlatforms.teamchat
  const busy = withTeamChat(ports, { threads: { ...threads, answer } })
  const reply = { parts: ['text'], basedOn: [], answerFor: null, outcome: 'answered' } as const
  expect(await deliverReply(busy, job, turn, { ...reply, exchange: null })).toEqual({
    ok: false,
    error: { code: 'chat.deferred', reason: 'The server is busy.', ...platform.error },
  })
})

it('R66 posts nothing of what another attempt stored for another person', async () => {
  const { ports, job } = await open()
  const turn = (await openConversationTurn(ports, job))!
  const [one, other] = [anAccount().id, anAccount().id]
  const end = (answerFor: AccountId) =>
    deliverReply(ports, job, turn, {
      parts: [`for ${answerFor}`],
      basedOn: [],
      answerFor,
      outcome: 'answered',
      exchange: null,
    })
  const deferred = { ok: false, error: { code: 'chat.deferred' } }
  ports.teamChat.setUnavailable(true)
  expect(await end(one)).toMatchObject(deferred)
  ports.teamChat.setUnavailable(false)
  expect(await end(other)).toMatchObject(deferred)
  expect(ports.teamChat.posts.map(({ text }) => text)).not.toContain(`for ${one}`)
  expect((await openConversationTurn(ports, job))?.answerFor).toBe(one)
})

it('R70 gives each attempt what earlier ones noted, and stores each note before it resolves', async () => {
  const { ports, job, post } = await open()
  const turn = (await openConversationTurn(ports, job))!
  const [first, second] = [newChatPostId(), newChatPostId()]
  const given: DeliveryLedger['placed'][] = []
  let isDown = true
  const answer: ChatThreads<TeamChatBot>['answer'] = async (_bot, _answer, ledger) => {
    given.push(ledger.placed)
    await ledger.note(0, first)
    expect(ports.database.tables.chatPosts.get(post.id)?.placed[0]).toBe(first)
    if (isDown) throw new Unavailable('team-chat', 'The server is down.')
    expect(await ledger.note(0, second)).toBe(first)
    return 'posted'
  }
  const { threads } = ports.chatPlatforms.teamchat
  const noting = withTeamChat(ports, { threads: { ...threads, answer } })
  const reply = {
    parts: ['text'],
    basedOn: [],
    answerFor: null,
    outcome: 'answered',
    exchange: null,
  } as const
  expect(await deliverReply(noting, job, turn, reply)).toMatchObject({ ok: false })
  isDown = false
  expect(await deliverReply(noting, job, turn, reply)).toEqual({ ok: true, value: null })
  expect(given).toEqual([[], [first]])
  expect(outcomeOf(ports, post)).toBe('answered')
})
