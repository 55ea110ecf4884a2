import { maintainAuditChain, ok } from '@ken/core'
import { anAuditEntry, memoryPorts } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { testWorld } from '../test-world.ts'

async function withEntries(count: number) {
  const ports = memoryPorts()
  await ports.transact(async ({ audit }) => {
    for (let entry = 0; entry < count; entry += 1) await audit.append(anAuditEntry())
    return ok(null)
  })
  await maintainAuditChain(ports)
  return { ...testWorld({ ports }), tables: () => ports.database.tables }
}

it('R161 ken audit verify says how many links are valid, and the head to compare later', async () => {
  const { ken, tables } = await withEntries(2)
  const { hash } = tables().auditChain.get(2)!
  expect(await ken('audit', 'verify')).toEqual({
    exitCode: 0,
    stdout: `2 links verified.\nHead: 2 ${hash}\n`,
    stderr: '',
  })
  expect(JSON.parse((await ken('audit', 'verify', '--json')).stdout)).toEqual({
    checked: 2,
    head: { position: 2, hash },
    first_break: null,
  })
})

it('R161 ken audit verify fails with the first entry that was removed', async () => {
  const { ken, tables } = await withEntries(3)
  tables().audit.delete(2)
  const { exitCode, stderr } = await ken('audit', 'verify')
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/^error: Entry 2 of .* was changed or removed/)
})
