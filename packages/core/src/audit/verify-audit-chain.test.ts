import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import { anAuditEntry, memoryPorts, valueOf } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { maintainAuditChain } from './maintain-audit-chain.ts'
import { verifyAuditChain, type VerifiedAuditChain } from './verify-audit-chain.ts'

async function aChainOf(...targets: readonly string[]) {
  const ports = memoryPorts()
  await ports.transact(async ({ audit }) => {
    for (const target of targets) await audit.append(anAuditEntry({ target }))
    return ok(null)
  })
  await maintainAuditChain(ports)
  const head = (position: number) => {
    const { hash } = ports.database.tables.auditChain.get(position)!
    return { position, hash }
  }
  const verify = async () => valueOf(await verifyAuditChain(ports, { actor: operator }))
  return { ports, head, verify }
}

describe('verifyAuditChain', () => {
  onlyAdministrators((ports, actor) => verifyAuditChain(ports, { actor }))

  it('R161 verifies every link, counts the breaks, and names the first', async () => {
    const { ports, head, verify } = await aChainOf('a', 'b', 'c', 'd')
    const intact = {
      checked: 4,
      broken: 0,
      unlinked: 0,
      head: head(4),
      firstBreak: null,
      next: null,
    }
    expect(await verify()).toEqual(intact)
    const { at } = ports.database.tables.audit.get(2)!
    for (const id of [2, 4]) ports.database.tables.audit.delete(id)
    expect(await verify()).toEqual({
      ...intact,
      broken: 2,
      firstBreak: { position: 2, id: '2', at },
    })
  })

  it('R161 verifies part by part, each with the result of the earlier parts', async () => {
    const { ports, verify } = await aChainOf('a', 'b', 'c', 'd')
    for (const id of [2, 3]) ports.database.tables.audit.delete(id)
    const parts: VerifiedAuditChain[] = []
    do {
      const part = { linksMax: 2, earlier: parts.at(-1) ?? null }
      parts.push(valueOf(await verifyAuditChain(ports, { actor: operator, part })))
    } while (parts.at(-1)!.next !== null && parts.length < 9)
    expect(parts.map(({ checked, broken, next }) => [checked, broken, next])).toEqual([
      [2, 1, 2],
      [4, 2, 4],
      [4, 2, null],
    ])
    expect(parts.at(-1)).toEqual(await verify())
  })

  it('R161 counts the entries that have no link although ten minutes old', async () => {
    const { ports, verify } = await aChainOf('a', 'b')
    ports.database.tables.auditChain.clear()
    expect(await verify()).toMatchObject({ checked: 0, unlinked: 0 })
    ports.clock.advance(601_000)
    expect(await verify()).toMatchObject({ checked: 0, head: null, unlinked: 2 })
  })
})
