import { describe, expect, it } from 'vitest'
import type { Source } from '../model/knowledge/document.ts'
import { askedDocuments, openAsk } from '../testing/builders/asked-questions.ts'
import { indexAll, visibleTo } from '../testing/builders/search-world.ts'
import { aKeyIn, aPersonIn, newId, valueOf } from '../testing/index.ts'
import { forgetConversation } from './forget-conversation.ts'
import { keepAnswer } from './own-conversation.ts'

const notFound = { ok: false, error: { code: 'conversation.not_found' } }
const everyone = visibleTo('everyone')

/** A person with a conversation of one question. */
async function openConversation() {
  const world = await openAsk()
  world.answerModel.say('Thirty days [1].')
  const first = valueOf(await world.ask('How much leave?', { remember: true }))
  const conversationId = first.conversationId!
  const stored = () =>
    [...world.ports.database.tables.conversations.values()].map(({ messages }) =>
      messages.map(({ text }) => text),
    )
  const lastPrompt = () => JSON.stringify(world.answerModel.prompts.at(-1))
  return { ...world, conversationId, stored, lastPrompt }
}

describe('the conversation of a caller', () => {
  it('R232 keeps nothing that was not asked to be kept', async () => {
    const { ask, ports } = await openAsk()
    expect(valueOf(await ask('How much leave?'))).toMatchObject({ conversationId: null })
    expect(ports.database.tables.conversations.size).toBe(0)
  })

  it('keeps question and answer together, and continues with them, with any key of the person', async () => {
    const { ports, account, actor, askAs, conversationId, stored, lastPrompt } =
      await openConversation()
    const key = await aKeyIn(ports, account)
    const ask = askAs({ ...actor, via: 'api_key', keyId: key.id })
    expect(
      valueOf(await ask('And for trainees?', { conversationId: conversationId.toUpperCase() })),
    ).toMatchObject({ outcome: 'answered', conversationId: conversationId.toUpperCase() })
    expect(lastPrompt()).toContain('How much leave?')
    expect(lastPrompt()).toContain('Thirty days [1].')
    expect(stored()).toEqual([
      ['How much leave?', 'Thirty days [1].', 'And for trainees?', 'Thirty days [1].'],
    ])
  })

  it("R232 has no one else's conversation, nor one that does not exist, and asks no model", async () => {
    const { ports, askAs, ask, answerModel, conversationId, stored } = await openConversation()
    const { actor: other } = await aPersonIn(ports, { role: 'Owner' })
    const before = stored()
    expect(await askAs(other)('And?', { conversationId })).toEqual(notFound)
    expect(await ask('And?', { conversationId: newId() })).toEqual(notFound)
    expect(await forgetConversation(ports, { actor: other, conversationId })).toEqual(notFound)
    expect(answerModel.prompts).toHaveLength(1)
    expect(stored()).toEqual(before)
  })

  it('R230 leaves out earlier answers from documents that this caller may not see now', async () => {
    const { ask, ports, answerModel, conversationId, lastPrompt } = await openConversation()
    answerModel.say('Refused.')
    const visibility = { ...everyone, sources: ['ticket' as Source] }
    valueOf(await ask('And leave for trainees?', { conversationId, visibility }))
    expect(lastPrompt()).toContain('How much leave?')
    expect(lastPrompt()).not.toContain('Thirty')
    await indexAll(ports.transact, [{ ...askedDocuments[0], allowed: ['role:Owner'] }])
    valueOf(await ask('And leave for me?', { conversationId }))
    expect(lastPrompt()).not.toContain('hirty')
  })

  it('R233 refuses an answer that rests on an earlier one which the caller may no longer see', async () => {
    const { ask, ports, answerModel, conversationId, stored } = await openConversation()
    const before = stored()
    answerModel.say('Refused.', async () => {
      await indexAll(ports.transact, [{ ...askedDocuments[0], allowed: ['role:Owner'] }])
    })
    expect(await ask('refused', { conversationId, sources: ['ticket'] })).toMatchObject({
      error: { code: 'ask.access_changed' },
    })
    expect(stored()).toEqual(before)
  })

  it('R61 R233 keeps nothing of a person who is deleted after their rights were read', async () => {
    const { ports, actor } = await openAsk()
    const keeping = {
      actor,
      visibility: everyone,
      remember: true,
      readVisibility: async () => {
        ports.database.tables.accounts.delete(actor.userId)
        return { userId: actor.userId, visibility: everyone }
      },
      signal: new AbortController().signal,
    }
    const question = { role: 'person', text: 'leave', basedOn: [] } as const
    expect(await keepAnswer(ports, keeping, [question])).toEqual({
      ok: false,
      error: { code: 'ask.access_changed' },
    })
    expect(ports.database.tables.conversations.size).toBe(0)
  })

  it('keeps nothing in a conversation that was forgotten while the model wrote', async () => {
    const { ask, ports, actor, answerModel, conversationId, stored } = await openConversation()
    answerModel.say('Thirty.', async () => {
      await forgetConversation(ports, { actor, conversationId })
    })
    expect(await ask('leave', { conversationId })).toEqual(notFound)
    expect(stored()).toEqual([])
  })
})
