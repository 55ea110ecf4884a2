import { ok } from '@ken/core'
import type { AccountId, AuditFilter, AuditRecord } from '@ken/core/ports'
import { anyEntry, newId } from '@ken/core/testing'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Database } from '../index.ts'
import { postgresTransact } from '../postgres-transact.ts'
import { noJobs } from './no-jobs.ts'

const actors = [newId() as AccountId, newId() as AccountId]
const targets = ['user:1', 'user:10', 'settings:organisation']
const actions = [
  'key',
  'key-ring.open',
  'key.create',
  'key.revoke',
  'keys.count',
  'settings.change',
]
const outcomes = ['success', 'failure'] as const
const begin = Date.UTC(2020, 0, 1)
const timeOf = (milliseconds: number) => new Date(begin + milliseconds)
/** So few that almost all combinations of filters have a second page, and none has more than four. */
const pageLimitFor = (count: number) => Math.max(7, Math.ceil(count / 3))

type Row = Pick<AuditRecord, 'id' | 'actorId' | 'action' | 'target' | 'outcome'> & {
  readonly at: Date
  readonly microseconds: number
}

/** Many entries of few kinds, several of each time, inserted in another order than their times. */
const rows: readonly Row[] = Array.from({ length: 240 }, (_, place) => {
  const microseconds = ((place * 7) % 80) * 500
  return {
    id: String(place + 1),
    actorId: [actors[0]!, actors[1]!, null][place % 3]!,
    target: targets[Math.floor(place / 3) % 3]!,
    action: actions[Math.floor(place / 5) % 6]! as Row['action'],
    outcome: outcomes[place % 4 === 0 ? 1 : 0],
    at: timeOf(Math.floor(microseconds / 1_000)),
    microseconds,
  }
})

const newestFirst = rows.toSorted(
  (one, other) => other.microseconds - one.microseconds || Number(other.id) - Number(one.id),
)

const isMatching =
  ({ actorId, action, target, outcome, from, until }: AuditFilter) =>
  (row: Row) =>
    (actorId === null || row.actorId === actorId) &&
    (action === null || row.action === action || row.action.startsWith(`${action}.`)) &&
    (target === null || row.target === target) &&
    (outcome === null || row.outcome === outcome) &&
    (from === null || row.microseconds >= (from.getTime() - begin) * 1_000) &&
    (until === null || row.microseconds < (until.getTime() - begin) * 1_000)

const filters: readonly AuditFilter[] = [null, actors[0]!].flatMap((actorId) =>
  [null, 'user:1'].flatMap((target) =>
    [null, 'key', 'key.create', 'none'].flatMap((action) =>
      [null, ...outcomes].flatMap((outcome) =>
        [
          { from: null, until: null },
          { from: timeOf(9), until: null },
          { from: null, until: timeOf(31) },
          { from: timeOf(10), until: timeOf(30) },
        ].map((range) => ({
          actorId,
          target,
          action,
          outcome,
          sessionId: null,
          requestId: null,
          ...range,
        })),
      ),
    ),
  ),
)

/** The pages of the audit log on a real database, where entries of one time and of any order exist. */
export function auditPages(name: string, open: () => Promise<Database>): void {
  const filled = async () => {
    const { kysely } = await open()
    await sql`
      insert into audit_log (id, at, actor_id, via, action, target, outcome) overriding system value
      select id, timestamptz 'epoch' + at * interval '1 microsecond', actor, 'web', action, target, outcome
      from jsonb_to_recordset(${JSON.stringify(
        rows.map(({ microseconds, actorId, ...row }) => ({
          ...row,
          actor: actorId,
          at: begin * 1_000 + microseconds,
        })),
      )}::jsonb) as row (id bigint, at bigint, actor uuid, action text, target text, outcome text)
    `.execute(kysely)
    const transact = postgresTransact(kysely, noJobs, () => {})
    const list = async (filter: AuditFilter, after: string | null, limit: number) =>
      (await transact(async ({ audit }) => ok(await audit.list(filter, { after, limit })))).value
    return { kysely, transact, list }
  }

  describe(`pages of the audit log: ${name}`, () => {
    it('R62 have every matching entry once, newest first, for all combinations of filters', async () => {
      const { transact } = await filled()
      const read = (filter: AuditFilter, limit: number) =>
        transact(async ({ audit }) => {
          const ids: string[] = []
          let page: readonly AuditRecord[]
          do {
            page = await audit.list(filter, { after: ids.at(-1) ?? null, limit })
            ids.push(...page.map(({ id }) => id))
            // It ends also when pages repeat.
          } while (page.length === limit && ids.length <= rows.length)
          return ok({ ids, count: await audit.count(filter, 1_000) })
        })
      for (const filter of filters) {
        const expected = newestFirst.filter(isMatching(filter)).map(({ id }) => id)
        const { value } = await read(filter, pageLimitFor(expected.length))
        expect([filter, value.ids]).toEqual([filter, expected])
        expect([filter, value.count]).toEqual([filter, expected.length])
      }
    })

    it('R62 R149 continue after an entry that was deleted since', async () => {
      const { list, kysely } = await filled()
      await sql`
        insert into audit_log (id, at, via, action, target, outcome) overriding system value
        select id, ${timeOf(0)}::timestamptz + id * interval '1 second', 'web', 'sign_in.fail', 'user:1', 'failure'
        from generate_series(1001, 1005) as id
      `.execute(kysely)
      const filter = { ...anyEntry, action: 'sign_in.fail' }
      expect((await list(filter, null, 2)).map(({ id }) => id)).toEqual(['1005', '1004'])
      await sql`delete from audit_log where id = 1004`.execute(kysely)
      expect((await list(filter, '1004', 2)).map(({ id }) => id)).toEqual(['1003', '1002'])
    })
  })
}
