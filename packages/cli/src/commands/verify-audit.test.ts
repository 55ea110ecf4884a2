import { maintainAuditChain, ok } from '@ken/core'
import { anAuditEntry, memoryPorts } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { connectionTo, testWorld } from '../test-world.ts'
import type { Connection } from '../world.ts'

async function withEntries(count: number) {
  const ports = memoryPorts()
  await ports.transact(async ({ audit }) => {
    for (let entry = 0; entry < count; entry += 1) await audit.append(anAuditEntry())
    return ok(null)
  })
  await maintainAuditChain(ports)
  return { ...testWorld({ ports }), ports, tables: () => ports.database.tables }
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
    broken: 0,
    unlinked: 0,
    head: { position: 2, hash },
    first_break: null,
  })
})

it('R161 ken audit verify fails with the first entry that was removed, and the number', async () => {
  const { ken, tables } = await withEntries(5)
  tables().audit.delete(2)
  const { exitCode, stdout, stderr } = await ken('audit', 'verify')
  expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^4 links verified\.\n/)])
  expect(stderr).toMatch(/^error: The link of entry 2 of .* does not fit: .* a backup\.$/m)
  tables().audit.delete(4)
  expect((await ken('audit', 'verify')).stderr).toMatch(
    /^error: 2 links do not fit, the first is that of entry 2 of /,
  )
})

it('R161 ken audit verify names an entry although its time is no date', async () => {
  const { ken, tables } = await withEntries(2)
  tables().auditChain.set(2, { ...tables().auditChain.get(2)!, entryAt: new Date(Number.NaN) })
  expect((await ken('audit', 'verify')).stderr).toMatch(
    /^error: The link of entry 2 at an unknown time does not fit: /,
  )
  expect(JSON.parse((await ken('audit', 'verify', '--json')).stdout)).toMatchObject({
    first_break: { id: '2', at: null },
  })
})

it('R161 ken audit verify fails if all links were removed', async () => {
  const { ken, tables, ports } = await withEntries(3)
  tables().auditChain.clear()
  ports.clock.advance(601_000)
  const { exitCode, stdout, stderr } = await ken('audit', 'verify')
  expect([exitCode, stdout]).toEqual([1, '0 links verified.\n'])
  expect(stderr).toMatch(
    /^error: 3 entries older than 10 minutes without a link\. If no scheduler was running, start "ken start" or "ken scheduler", /,
  )
})

it('ken audit verify ends when the running server is of an earlier version, which verifies the whole chain', async () => {
  const { ports } = await withEntries(2)
  const connection = connectionTo(ports)
  let calls = 0
  const run: Connection['run'] = async (useCase, command) => {
    calls += 1
    if (calls > 1) throw new Error('called again')
    const outcome = await connection.run(useCase, command)
    return JSON.parse(JSON.stringify(outcome), (key, value: unknown) =>
      key === 'next' ? undefined : value,
    ) as never
  }
  const { ken } = testWorld({ ports, connect: async () => ({ ...connection, run }) })
  expect((await ken('audit', 'verify')).stdout).toMatch(/^2 links verified\./)
})
