import { describe, expect, it } from 'vitest'
import { anAuditEntry, memoryPorts } from '../testing/index.ts'
import { recordingLog } from '../testing/builders/recording-log.ts'
import { maintainAuditChain } from './maintain-audit-chain.ts'

function aLogOf(count: number) {
  const log = recordingLog()
  const ports = { ...memoryPorts(), log }
  for (let id = 1; id <= count; id += 1)
    ports.database.tables.audit.set(id, { ...anAuditEntry(), at: ports.clock.now() })
  return { ports, log, tables: () => ports.database.tables }
}

describe('maintainAuditChain', () => {
  it('R161 links every new entry, and anchors the head in the log', async () => {
    const { ports, log, tables } = aLogOf(2_500)
    await maintainAuditChain(ports)
    expect(tables().auditChain.size).toBe(2_500)
    const head = tables().auditChain.get(2_500)!
    expect(log.lines).toContainEqual(
      expect.objectContaining({
        event: 'audit.chain_verified',
        fields: { position: 2_500, hash: head.hash },
      }),
    )
  })

  it('R161 anchors a head in the log only once, and that of a long chain before its pass ends', async () => {
    const { ports, log, tables } = aLogOf(11_000)
    const heads = () =>
      log.lines.flatMap(({ event, fields }) =>
        event === 'audit.chain_verified' ? [fields?.['position']] : [],
      )
    for (let run = 0; run < 3; run += 1) await maintainAuditChain(ports)
    expect(heads()).toEqual([11_000])
    tables().audit.set(11_001, { ...anAuditEntry(), at: ports.clock.now() })
    await maintainAuditChain(ports)
    expect(heads()).toEqual([11_000, 11_001])
  })

  it('R161 anchors entries of any age that it links at the end of a pass', async () => {
    const { ports, log, tables } = aLogOf(3)
    await maintainAuditChain(ports)
    tables().audit.set(-5, { ...anAuditEntry(), at: ports.clock.now() })
    await maintainAuditChain(ports)
    expect(log.lines.at(-1)).toMatchObject({
      event: 'audit.chain_verified',
      fields: { position: 4 },
    })
  })

  it('R161 reports the first break in every run, until it is fixed', async () => {
    const { ports, log, tables } = aLogOf(3)
    await maintainAuditChain(ports)
    const second = tables().audit.get(2)!
    tables().audit.set(2, { ...second, target: 'user:forged' })
    const errors = () => log.lines.filter(({ event }) => event === 'audit.chain_broken').length
    for (const expected of [1, 2]) {
      await maintainAuditChain(ports)
      expect(errors()).toBe(expected)
    }
    const known = { position: 2, id: '2', at: second.at }
    expect(tables().auditChainState.get('state')?.firstBreak).toEqual(known)
    tables().audit.set(2, second)
    await maintainAuditChain(ports)
    expect([errors(), tables().auditChainState.get('state')?.firstBreak]).toEqual([2, null])
  })

  it('R161 reports a break although the time of its entry is no date', async () => {
    const { ports, log, tables } = aLogOf(3)
    await maintainAuditChain(ports)
    tables().auditChain.set(2, { ...tables().auditChain.get(2)!, entryAt: new Date(Number.NaN) })
    await maintainAuditChain(ports)
    expect(log.lines).toContainEqual(
      expect.objectContaining({
        event: 'audit.chain_broken',
        fields: expect.objectContaining({ entry: '2', at: null }) as object,
      }),
    )
  })

  it('R161 continues its pass after a break, and moves to an earlier break that it finds', async () => {
    const { ports, tables } = aLogOf(20_100)
    await maintainAuditChain(ports)
    const state = () => tables().auditChainState.get('state')!
    tables().audit.delete(15_000)
    await maintainAuditChain(ports)
    expect(state()).toMatchObject({ verifiedTo: 20_000, firstBreak: { id: '15000' } })
    tables().audit.delete(20_050)
    tables().audit.delete(5)
    await maintainAuditChain(ports)
    expect(state()).toMatchObject({ verifiedTo: 0, firstBreak: { id: '15000' } })
    await maintainAuditChain(ports)
    expect(state()).toMatchObject({ verifiedTo: 10_000, firstBreak: { id: '5' } })
  })

  it('R161 links entries of any age at the end of a pass, even if the chain is broken', async () => {
    const { ports, tables } = aLogOf(3)
    await maintainAuditChain(ports)
    tables().audit.delete(2)
    tables().audit.set(-5, { ...anAuditEntry(), at: ports.clock.now() })
    expect(await maintainAuditChain(ports)).toBe(1)
    expect(tables().auditChain.get(4)).toMatchObject({ entryId: -5 })
  })

  it('R161 verifies the chain even if no link can be added', async () => {
    const { ports, log, tables } = aLogOf(3)
    await maintainAuditChain(ports)
    tables().audit.delete(2)
    const fault = new Error('no room')
    const transact: typeof ports.transact = (work) =>
      ports.transact((stores) => {
        const auditChain = { ...stores.auditChain, extend: () => Promise.reject(fault) }
        return work({ ...stores, auditChain })
      })
    await expect(maintainAuditChain({ log, transact })).rejects.toBe(fault)
    expect(log.lines).toContainEqual(expect.objectContaining({ event: 'audit.chain_broken' }))
  })
})
