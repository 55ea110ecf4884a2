import { ok } from '@ken/core'
import type { AccountId, ConversationKey, IdentitySource } from '@ken/core/ports'
import { aChatPost, anAccount, newId } from '@ken/core/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { postgresPorts } from '../../index.ts'
import { noJobs } from '../../testing/no-jobs.ts'
import { connectionTo, migratedDatabase, openFor } from '../../testing/server-world.ts'

type DatabasePorts = ReturnType<typeof postgresPorts>

const aMessage = (text: string) => [{ role: 'person' as const, text, basedOn: [] }]

type Add = (ports: DatabasePorts, key: ConversationKey, userId: AccountId) => Promise<unknown>

/** Two ways to add a message to a conversation, and what becomes of it. */
const ways: readonly { readonly way: string; readonly add: Add; readonly outcome: object }[] = [
  {
    way: 'alone',
    add: ({ transact }, key, userId) =>
      transact(async ({ conversations }) =>
        ok(await conversations.append(key, userId, aMessage('And then?'), newId)),
      ),
    outcome: { status: 'fulfilled', value: { ok: true, value: false } },
  },
  {
    way: 'with the answer to a chat post',
    add: async ({ transact, chatPosts }, key, userId) => {
      const post = aChatPost()
      await transact(async (stores) => ok(await stores.chatPosts.insert([post])))
      const answer = { parts: ['Then you rest.'], basedOn: [], answerFor: userId }
      const exchange = { key, userId, messages: aMessage('And then?'), newId }
      return chatPosts.storeAnswer(post.postId, answer, exchange, null)
    },
    outcome: { status: 'rejected', reason: { constraint: 'messages_user_id_fkey' } },
  },
]

it.each(ways)(
  'R61 adds nothing $way for an account that is deleted concurrently, without a deadlock',
  async ({ add, outcome }) => {
    const { url } = await migratedDatabase()
    const database = await openFor(url)
    const ports = postgresPorts(database, noJobs)
    const [person, key] = [
      anAccount(),
      { source: 'teamchat' as IdentitySource, channelId: newId(), rootId: newId() },
    ]
    await ports.transact(async ({ accounts, conversations }) => {
      await accounts.insert(person)
      return ok(await conversations.append(key, person.id, aMessage('How much leave?'), newId))
    })

    const other = await connectionTo(url)
    await other.query('begin')
    await other.query('select from users where id = $1 for update', [person.id])
    const removed = ports.transact(async ({ accounts }) => ok(await accounts.remove(person.id)))
    // Time enough to wait for the account, first the one, then the other.
    await sleep(200)
    const added = add(ports, key, person.id)
    await sleep(200)
    await other.query('commit')
    const [removal, addition] = await Promise.allSettled([removed, added])
    expect(removal.status).toBe('fulfilled')
    expect(addition).toMatchObject(outcome)
  },
)
