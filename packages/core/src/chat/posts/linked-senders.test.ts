import { expect, it } from 'vitest'
import { ok } from '../../model/result.ts'
import { aChatMessage, anIdentityIn, aPersonIn, memoryPorts } from '../../testing/index.ts'
import { linkedSenders } from './linked-senders.ts'

it('tells which messages are by people who are linked in this chat', async () => {
  const ports = memoryPorts()
  const { account } = await aPersonIn(ports)
  const here = await anIdentityIn(ports, account)
  const elsewhere = await anIdentityIn(ports, account, { source: 'bot_messenger' })
  const authors = [here.externalId, elsewhere.externalId, 'stranger', 'no id at all']
  const messages = authors.map((authorId) => aChatMessage({ authorId }))
  const { value: isLinked } = await ports.transact(async (stores) =>
    ok(await linkedSenders(stores, 'teamchat', messages)),
  )
  expect(messages.map(isLinked)).toEqual([true, false, false, false])
})
