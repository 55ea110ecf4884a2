import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import { anAuditEntry, memoryPorts, valueOf } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { maintainAuditChain } from './maintain-audit-chain.ts'
import { verifyAuditChain } from './verify-audit-chain.ts'

describe('verifyAuditChain', () => {
  onlyAdministrators((ports, actor) => verifyAuditChain(ports, { actor }))

  it('R161 verifies every link, and names the first break', async () => {
    const ports = memoryPorts()
    await ports.transact(async ({ audit }) => {
      for (const target of ['a', 'b', 'c']) await audit.append(anAuditEntry({ target }))
      return ok(null)
    })
    await maintainAuditChain(ports)
    const { audit, auditChain } = ports.database.tables
    const head = { position: 3, hash: auditChain.get(3)!.hash }
    const verify = async () => valueOf(await verifyAuditChain(ports, { actor: operator }))
    expect(await verify()).toEqual({ checked: 3, head, firstBreak: null })
    const { at } = audit.get(2)!
    ports.database.tables.audit.delete(2)
    expect(await verify()).toEqual({ checked: 1, head, firstBreak: { id: '2', at } })
  })
})
