import { describe, expect, it } from 'vitest'
import { encryptMessengerToken } from '../../credentials/bot-messenger-token.ts'
import { removeIdentity } from '../../identities/remove-identity.ts'
import { ok } from '../../model/result.ts'
import { indexAll } from '../../testing/builders/search-world.ts'
import { aPersonIn, anIdentityIn, memoryAnswerModel, memoryPorts } from '../../testing/index.ts'
import { answerChatPost } from './answer-chat-post.ts'
import { refusalText } from './refusal.ts'

const done = { ok: true, value: null }
const deferred = { ok: false, error: { code: 'chat.deferred' } }

/** A bot messenger whose bot is on, and the job of a question of a linked person. */
async function open() {
  const answerModel = memoryAnswerModel()
  const ports = memoryPorts({ answerModel })
  const { messenger } = ports
  const { botId } = messenger.bot
  const setUp = (enabled: boolean, botUserId: string | null = botId) =>
    ports.transact(async ({ botMessengerSettings: store }) => {
      const settings = { ...(await store.read()), botUserId, enabled }
      const botTokenEnc = encryptMessengerToken(ports, messenger.bot.token, settings)
      return ok(await store.update({ ...settings, botTokenEnc }))
    })
  await setUp(true)
  await indexAll(ports.transact, [{ externalId: 'leave', title: 'Leave', body: 'Thirty days.' }])
  const { account, actor } = await aPersonIn(ports)
  const { id: postId, ...post } = messenger.say('How much leave?')
  const { externalId } = { externalId: post.authorId }
  const identity = await anIdentityIn(ports, account, { source: 'bot_messenger', externalId })
  const stored = {
    source: 'bot_messenger',
    postId,
    channelId: post.channelId,
    rootId: postId,
    authorId: post.authorId,
    postedAt: post.postedAt,
    isAdmitted: true,
  } as const
  await ports.transact(async ({ chatPosts }) => ok(await chatPosts.insert([stored])))
  const job = {
    kind: 'answer_chat_post',
    ...stored,
    botId,
    sealedText: ports.cipher.encrypt(post.text, { purpose: 'chat_text', ownerId: postId }),
    postedAt: post.postedAt.toISOString(),
    arrivedAt: ports.clock.now().toISOString(),
  } as const
  return {
    ports,
    answerModel,
    setUp,
    unlink: () => removeIdentity(ports, { actor, userId: account.id, identityId: identity.id }),
    answer: () => answerChatPost(ports, job),
    /** An attempt that ends between the reserved line and the text. */
    beginAnswer: async () => {
      messenger.failAfterNextPost()
      expect(await answerChatPost(ports, job)).toMatchObject(deferred)
    },
    written: () =>
      messenger.posts.filter(({ authorId }) => authorId === botId).map(({ text }) => text),
    outcome: () => ports.database.tables.chatPosts.get(postId)?.closed?.outcome,
  }
}

describe('answerChatPost after a reserved line', () => {
  it('R221 writes the refusal into the line when the person was unlinked meanwhile', async () => {
    const { unlink, answer, beginAnswer, written, outcome } = await open()
    await beginAnswer()
    await unlink()
    expect(await answer()).toEqual(done)
    expect(written()).toEqual([refusalText])
    expect(outcome()).toBe('refused')
    expect(await answer()).toEqual(done)
    expect(written()).toEqual([refusalText])
  })

  it('tries again to write the refusal while the platform is unavailable', async () => {
    const { ports, unlink, answer, beginAnswer, written, outcome } = await open()
    await beginAnswer()
    await unlink()
    ports.messenger.setUnavailable(true)
    expect(await answer()).toMatchObject(deferred)
    expect(outcome()).toBeUndefined()
    ports.messenger.setUnavailable(false)
    expect(await answer()).toEqual(done)
    expect(written()).toEqual([refusalText])
  })

  it('posts no stored answer for a person who is unlinked between two looks at the rights', async () => {
    const { ports, unlink, answer, beginAnswer, written } = await open()
    await beginAnswer()
    const { identityHolders } = ports
    let looks = 0
    const findByExternalId: typeof identityHolders.findByExternalId = async (...of) => {
      looks += 1
      if (looks === 2) await unlink()
      return identityHolders.findByExternalId(...of)
    }
    Object.assign(ports, { identityHolders: { findByExternalId } })
    expect(await answer()).toEqual(done)
    expect(written()).toEqual([refusalText])
  })

  it('R221 removes the line when the bot was turned off meanwhile, and writes nothing', async () => {
    const { setUp, answer, beginAnswer, written, outcome } = await open()
    await beginAnswer()
    await setUp(false)
    expect(await answer()).toEqual(done)
    expect(written()).toEqual([])
    expect(outcome()).toBe('dropped')
  })

  it('R221 removes the line when the bot is turned off while a model writes again', async () => {
    const { ports, setUp, answer, beginAnswer, written, outcome } = await open()
    await beginAnswer()
    const { botSettings } = ports
    const read: typeof botSettings.botMessengerSettings.read = async () => {
      const settings = await botSettings.botMessengerSettings.read()
      // After the turn was opened.
      if (settings.enabled) await setUp(false)
      return settings
    }
    Object.assign(ports, { botSettings: { ...botSettings, botMessengerSettings: { read } } })
    expect(await answer()).toEqual(done)
    expect(written()).toEqual([])
    expect(outcome()).toBe('dropped')
  })

  it('R221 drops the question of a bot that is off although the line cannot be removed', async () => {
    const { ports, setUp, answer, beginAnswer, outcome } = await open()
    await beginAnswer()
    await setUp(false)
    ports.messenger.setUnavailable(true)
    expect(await answer()).toEqual(done)
    expect(outcome()).toBe('dropped')
  })

  it('R221 touches nothing for another bot', async () => {
    const { setUp, answer, beginAnswer, written, outcome } = await open()
    await beginAnswer()
    await setUp(true, '1')
    expect(await answer()).toEqual(done)
    expect(written()).toHaveLength(1)
    expect(outcome()).toBe('dropped')
  })
})
