import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import { anAuditEntry, memoryPorts, valueOf } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { maintainAuditChain } from './maintain-audit-chain.ts'
import { showAuditChain } from './show-audit-chain.ts'

describe('showAuditChain', () => {
  onlyAdministrators((ports, actor) => showAuditChain(ports, { actor }))

  it('R161 returns the length of the chain, and when it was last checked', async () => {
    const ports = memoryPorts()
    await ports.transact(async ({ audit }) => ok(await audit.append(anAuditEntry())))
    await maintainAuditChain(ports)
    expect(valueOf(await showAuditChain(ports, { actor: operator }))).toMatchObject({
      head: { position: 1 },
      checkedAt: ports.clock.now(),
      firstBreak: null,
    })
  })
})
