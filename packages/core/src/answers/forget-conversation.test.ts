import { expect, it } from 'vitest'
import { openAsk } from '../testing/builders/asked-questions.ts'
import { valueOf } from '../testing/index.ts'
import { forgetConversation } from './forget-conversation.ts'

it('R232 deletes a conversation of the caller once, and no other', async () => {
  const { ports, actor, ask } = await openAsk()
  const [one, other] = [
    valueOf(await ask('leave', { remember: true })).conversationId!,
    valueOf(await ask('leave', { remember: true })).conversationId!,
  ]
  expect(await forgetConversation(ports, { actor, conversationId: one })).toEqual({
    ok: true,
    value: null,
  })
  const notFound = { ok: false, error: { code: 'conversation.not_found' } }
  expect(await forgetConversation(ports, { actor, conversationId: one })).toEqual(notFound)
  expect(await ask('leave', { conversationId: one })).toEqual(notFound)
  expect(await ask('leave', { conversationId: other })).toMatchObject({ ok: true })
})
