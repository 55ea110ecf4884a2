import { Unavailable } from '@ken/core/ports'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { kyselyOn } from '../../database.ts'
import { emptySchema } from '../../testing/server-world.ts'
import { singleConnection } from '../../testing/single-connection.ts'
import type { BulkheadOptions } from '../bulkheads/bulkhead.ts'
import { connectionLosses } from '../bulkheads/connection-losses.ts'
import { groupCommit } from './group-commit.ts'
import { withinRequest } from '../request-scope.ts'

/** A database with one connection, and the statements that it sends. */
async function watched(options: Partial<BulkheadOptions>) {
  const pool = new Pool({ connectionString: (await emptySchema()).url, max: 1 })
  onTestFinished(() => pool.end())
  const sent: string[] = []
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (statement: { text: string } | string) => unknown // The overloads that Ken uses.
    const watching = (statement: { text: string } | string) => {
      sent.push(typeof statement === 'string' ? statement : statement.text)
      return query(statement)
    }
    Object.assign(client, { query: watching })
  })
  const kysely = kyselyOn(singleConnection(pool, options))
  return { kysely, sent }
}

const refuse = () => Promise.reject(new Unavailable('database', 'The disk is full.'))

it('sends neither begin nor rollback if its first statement is a write that is refused', async () => {
  const { kysely, sent } = await watched({ beforeWriting: refuse })
  const writing = kysely
    .transaction()
    .execute((transaction) => sql`create table ${sql.id('one')} ()`.execute(transaction))
  await expect(writing).rejects.toThrow('full')
  const withValues = kysely
    .transaction()
    .execute((transaction) => sql`delete from users where id = ${1}`.execute(transaction))
  await expect(withValues).rejects.toThrow('full')
  expect(sent).toEqual(['begin', 'rollback'])
})

it('keeps the only session as it is if the request ends before its transaction begins', async () => {
  const ending = new AbortController()
  const losses = connectionLosses()
  const { kysely, sent } = await watched({
    isOnlySession: true,
    group: groupCommit({ write: () => {}, isWanted: () => false, isIdle: () => true }),
    // Asked with the connection in hand, before the transaction begins.
    losses: {
      ...losses,
      isUsable: (openedAt) => {
        ending.abort()
        return losses.isUsable(openedAt)
      },
    },
  })
  const late = withinRequest(ending.signal, () =>
    kysely.transaction().execute((transaction) => sql`select 1`.execute(transaction)),
  )
  await expect(late).rejects.toMatchObject({ dependency: 'request' })
  expect(sent).toEqual([])
})

it('R85 reports why the server ended the connection, and not that the rollback failed', async () => {
  const { kysely, sent } = await watched({})
  const ended = kysely
    .transaction()
    .execute((transaction) =>
      sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction),
    )
  await expect(ended).rejects.toMatchObject({ code: '57P01' })
  expect(sent).toHaveLength(3)
  expect((await sql`select 1 as one`.execute(kysely)).rows).toEqual([{ one: 1 }])
})
