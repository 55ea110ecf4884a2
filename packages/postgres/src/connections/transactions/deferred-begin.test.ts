import type { AccountId, IdentitySource } from '@ken/core/ports'
import { newChatPostId, newId } from '@ken/core/testing'
import { sql, type Transaction } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../database.ts'
import { postgresChatPostStore } from '../../stores/chat/postgres-chat-post-store.ts'
import { postgresConversationStore } from '../../stores/chat/postgres-conversation-store.ts'
import { postgresDocumentStore } from '../../stores/knowledge/postgres-document-store.ts'
import type { Tables } from '../../tables.ts'
import { connectionTo, migratedDatabase, openFor } from '../../testing/server-world.ts'
import { withinRequest } from '../request-scope.ts'

/** A database, and a way to see whether one of its connections is in a transaction. */
async function open() {
  const { url, name } = await migratedDatabase()
  const [database, admin] = [await openFor(url), await connectionTo(url)]
  const isOpen = async () => {
    const inTransaction = `select from pg_stat_activity where application_name = '${name}' and pid <> pg_backend_pid() and state like 'idle in transaction%'`
    return (await admin.query(inTransaction)).rows.length > 0
  }
  return { ...database, isOpen }
}
const addLease = (transaction: Transaction<Tables>) =>
  sql`insert into leases (name, holder, expires_at) values (${'one'}, gen_random_uuid(), now())`.execute(
    transaction,
  )
const lockTimeout = (transaction: Transaction<Tables>) =>
  sql<{ value: string }>`select current_setting('lock_timeout') as value`.execute(transaction)
const leasesIn = async ({ kysely }: Pick<Database, 'kysely'>) =>
  (await sql`select name from leases`.execute(kysely)).rows

describe('a transaction outside of requests', () => {
  it('begins on the server with its first statement that is more than a plain read', async () => {
    const { kysely, isOpen } = await open()
    await kysely.transaction().execute(async (transaction) => {
      await transaction.selectFrom('chat_marks').selectAll().execute()
      expect(await isOpen()).toBe(false)
      await addLease(transaction)
      expect(await isOpen()).toBe(true)
      await transaction.selectFrom('chat_marks').selectAll().execute()
      expect(await isOpen()).toBe(true)
    })
    expect(await isOpen()).toBe(false)
    expect(await leasesIn({ kysely })).toEqual([{ name: 'one' }])
  })

  it.each(['forUpdate', 'forShare', 'forKeyShare', 'forNoKeyUpdate'] as const)(
    'begins with a read that locks: %s',
    async (lock) => {
      const { kysely, isOpen } = await open()
      await kysely.transaction().execute(async (transaction) => {
        await transaction.selectFrom('chat_marks').selectAll()[lock]().execute()
        expect(await isOpen()).toBe(true)
      })
    },
  )

  it('does not begin for what a question in a conversation reads', async () => {
    const { kysely, isOpen } = await open()
    await kysely.transaction().execute(async (transaction) => {
      const [rootId, messageId] = [newChatPostId(), newChatPostId()]
      const key = { source: 'teamchat' as IdentitySource, channelId: 'channel', rootId }
      await postgresChatPostStore(transaction).findRoot('channel', messageId)
      await postgresConversationStore(transaction).listMessages(key, newId() as AccountId, 20)
      const visibility = { principals: [], sources: null }
      await postgresDocumentStore(transaction, () => {}).findVisible([], visibility)
      expect(await isOpen()).toBe(false)
    })
  })

  it('takes back what follows a read', async () => {
    const { kysely, isOpen } = await open()
    const failed = kysely.transaction().execute(async (transaction) => {
      await transaction.selectFrom('chat_marks').selectAll().execute()
      await addLease(transaction)
      throw new Error('not now')
    })
    await expect(failed).rejects.toThrow('not now')
    const alone = kysely.transaction().execute(async (transaction) => {
      await transaction.selectFrom('chat_marks').selectAll().execute()
      throw new Error('not now, either')
    })
    await expect(alone).rejects.toThrow('either')
    expect(await isOpen()).toBe(false)
    expect(await leasesIn({ kysely })).toEqual([])
  })
})

describe('a transaction in a request, whose locks have a limit', () => {
  it.each([
    ['one that has values', (transaction: Transaction<Tables>) => addLease(transaction)],
    ['one that has none', (transaction: Transaction<Tables>) => lockTimeout(transaction)],
    [
      'a plain read',
      (transaction: Transaction<Tables>) =>
        transaction.selectFrom('chat_marks').selectAll().execute(),
    ],
  ])('begins with its first statement: %s', async (_, first) => {
    const { kysely, isOpen } = await open()
    await withinRequest(new AbortController().signal, () =>
      kysely.transaction().execute(async (transaction) => {
        expect(await isOpen()).toBe(false)
        await first(transaction)
        expect(await isOpen()).toBe(true)
        expect((await lockTimeout(transaction)).rows).toEqual([{ value: '2s' }])
      }),
    )
    expect(await isOpen()).toBe(false)
    expect((await sql`show lock_timeout`.execute(kysely)).rows).toEqual([{ lock_timeout: '0' }])
  })

  it('does not begin with a write once the request has ended', async () => {
    const { kysely } = await open()
    const ending = new AbortController()
    const late = withinRequest(ending.signal, () => kysely.transaction().execute(addLease))
    await nextTurn()
    ending.abort() // while the connection is being opened
    await expect(late).rejects.toMatchObject({ dependency: 'request' })
    expect(await leasesIn({ kysely })).toEqual([])
  })

  it('sends nothing if it has no statement', async () => {
    const { kysely, isOpen } = await open()
    await withinRequest(new AbortController().signal, () =>
      kysely.transaction().execute(async () => expect(await isOpen()).toBe(false)),
    )
  })
})

describe('the statement that a transaction begins with', () => {
  it('returns its own rows and count', async () => {
    const { kysely } = await open()
    await kysely.transaction().execute(async (transaction) => {
      const { rows, numAffectedRows } = await sql<{ name: string }>`
        insert into leases (name, holder, expires_at) values (${'one'}, gen_random_uuid(), now()) returning name
      `.execute(transaction)
      expect([rows, numAffectedRows]).toEqual([[{ name: 'one' }], 1n])
    })
    await kysely.transaction().execute(async (transaction) => {
      const { rows, numAffectedRows } = await sql`update leases set name = ${'two'}`.execute(
        transaction,
      )
      expect([rows, numAffectedRows]).toEqual([[], 1n])
    })
    expect(await leasesIn({ kysely })).toEqual([{ name: 'two' }])
  })

  it('leaves no transaction open when it is refused', async () => {
    const { kysely, isOpen } = await open()
    const refused = kysely
      .transaction()
      .execute((transaction) => sql`select 1 / length(left(${'x'}, 0))`.execute(transaction))
    await expect(refused).rejects.toThrow('division by zero')
    expect(await isOpen()).toBe(false)
    await kysely.transaction().execute(addLease)
    expect(await leasesIn({ kysely })).toEqual([{ name: 'one' }])
  })
})
