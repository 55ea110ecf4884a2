import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import { anAuditEntry, anyEntry, memoryPorts } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { auditCountMax, countAudit } from './count-audit.ts'

describe('countAudit', () => {
  onlyAdministrators((ports, actor) => countAudit(ports, { actor, filter: anyEntry }))

  it('counts the entries that an export would have, and says where it stops', async () => {
    const ports = memoryPorts()
    await ports.transact(async ({ audit }) => {
      for (const target of ['a', 'b', 'b']) await audit.append(anAuditEntry({ target }))
      return ok(null)
    })
    const filter = { ...anyEntry, target: 'b' }
    expect(await countAudit(ports, { actor: operator, filter })).toEqual(
      ok({ count: 2, isCapped: false }),
    )
    const countOf = (entries: number) => {
      const count = async (_: unknown, countMax: number) => Math.min(entries, countMax)
      const transact: typeof ports.transact = (work) =>
        ports.transact((stores) => work({ ...stores, audit: { ...stores.audit, count } }))
      return countAudit({ transact }, { actor: operator, filter })
    }
    expect(await countOf(auditCountMax)).toEqual(ok({ count: auditCountMax, isCapped: false }))
    expect(await countOf(auditCountMax + 1)).toEqual(ok({ count: auditCountMax, isCapped: true }))
  })
})
