import { describe, expect, it } from 'vitest'
import { AccessEnded } from '../model/accounts/access-ended.ts'
import type { Account } from '../model/accounts/account.ts'
import { ok } from '../model/result.ts'
import type { Stores } from '../ports/index.ts'
import {
  anAuditEntry,
  anyEntry,
  aPersonIn,
  aSessionIn,
  memoryPorts,
  valueOf,
} from '../testing/index.ts'
import { exportAudit } from './export-audit.ts'

type Change = (stores: Pick<Stores, 'accounts' | 'sessions'>, account: Account) => Promise<unknown>
const demote: Change = ({ accounts }, account) => accounts.update({ ...account, role: 'Member' })
const deactivate: Change = ({ accounts }, account) =>
  accounts.update({ ...account, status: 'deactivated' })
const endSessions: Change = ({ sessions }, { id }) => sessions.endAll(id, null)

describe('exportAudit', () => {
  it('R62 exports every entry once, newest first, and is an entry itself', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Admin' })
    await ports.transact(async ({ audit }) => {
      for (let entry = 0; entry < 2_000; entry += 1)
        await audit.append(anAuditEntry({ target: `group:${entry}` }))
      return ok(null)
    })
    const records = await Array.fromAsync(
      valueOf(await exportAudit(ports, { actor, filter: anyEntry })),
    )
    expect(records).toHaveLength(2_001)
    expect(records[0]).toMatchObject({
      action: 'audit.export',
      actorId: actor.userId,
      actorEmail: expect.any(String) as string,
      meta: {},
    })
    expect(records.slice(1).map(({ target }) => target)).toEqual(
      Array.from({ length: 2_000 }, (_, index) => `group:${1_999 - index}`),
    )
  })

  it('R62 says in its entry what it was restricted to', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Admin' })
    const from = new Date('2026-01-01T00:00:00Z')
    const filter = { ...anyEntry, action: 'audit', actorId: actor.userId, from }
    const [entry] = await Array.fromAsync(valueOf(await exportAudit(ports, { actor, filter })))
    expect(entry?.meta).toEqual({
      action: 'audit',
      actor: actor.userId,
      from: '2026-01-01T00:00:00.000Z',
    })
  })

  it('R48 refuses a Member and writes nothing', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports)
    expect(await exportAudit(ports, { actor, filter: anyEntry })).toEqual({
      ok: false,
      error: { code: 'account.forbidden' },
    })
    expect(ports.database.tables.audit.size).toBe(0)
  })

  it.each([
    { what: 'was demoted', change: demote },
    { what: 'was deactivated', change: deactivate },
    { what: 'signed out', change: endSessions },
  ])('R48 exports no further entries to a person who $what meanwhile', async ({ change }) => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { role: 'Admin' })
    const { actor } = await aSessionIn(ports, account)
    await ports.transact(async ({ audit }) => {
      for (let entry = 0; entry < 2_000; entry += 1) await audit.append(anAuditEntry({}))
      return ok(null)
    })
    let exported = 0
    const exporting = async () => {
      for await (const _ of valueOf(await exportAudit(ports, { actor, filter: anyEntry }))) {
        exported += 1
        if (exported === 1)
          await ports.transact(async (stores) => ok(await change(stores, account)))
      }
    }
    await expect(exporting()).rejects.toThrow(AccessEnded)
    expect(exported).toBe(1_000)
  })
})
