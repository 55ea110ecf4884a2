import { describe, expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import { anAuditEntry, memoryPorts } from '../testing/index.ts'
import { recordingLog } from '../testing/builders/recording-log.ts'
import { maintainAuditChain } from './maintain-audit-chain.ts'

async function aLogOf(count: number) {
  const log = recordingLog()
  const ports = { ...memoryPorts(), log }
  await ports.transact(async ({ audit }) => {
    for (let entry = 0; entry < count; entry += 1)
      await audit.append(anAuditEntry({ target: `user:${entry}` }))
    return ok(null)
  })
  return { ports, log, tables: () => ports.database.tables }
}

describe('maintainAuditChain', () => {
  it('R161 links every new entry, and anchors the head in the log', async () => {
    const { ports, log, tables } = await aLogOf(2_500)
    await maintainAuditChain(ports)
    expect(tables().auditChain.size).toBe(2_500)
    const head = tables().auditChain.get(2_500)!
    expect(log.lines).toContainEqual(
      expect.objectContaining({
        event: 'audit chain verified',
        fields: { position: 2_500, hash: head.hash },
      }),
    )
  })

  it('R161 reports the first break in every run, until it is fixed', async () => {
    const { ports, log, tables } = await aLogOf(3)
    await maintainAuditChain(ports)
    const second = tables().audit.get(2)!
    tables().audit.set(2, { ...second, target: 'user:forged' })
    const errors = () => log.lines.filter(({ event }) => event === 'audit chain broken').length
    for (const expected of [1, 2]) {
      await maintainAuditChain(ports)
      expect(errors()).toBe(expected)
    }
    expect(tables().auditChainState.get('state')?.firstBreak).toEqual({ id: '2', at: second.at })
    tables().audit.set(2, second)
    await maintainAuditChain(ports)
    expect([errors(), tables().auditChainState.get('state')?.firstBreak]).toEqual([2, null])
  })
})
