import { expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import { memoryPorts } from '../testing/index.ts'
import { recordRefusals } from './record-refusals.ts'

it('R149 records every window that has ended, in any number', async () => {
  const ports = memoryPorts()
  await ports.transact(async ({ refusals }) => {
    for (let client = 0; client < 1_500; client += 1)
      await refusals.count(`address:10.0.${client >> 8}.${client & 255}`, 2)
    return ok(null)
  })
  ports.clock.advance(900_000)
  expect([await recordRefusals(ports), await recordRefusals(ports)]).toEqual([1_500, 0])
  expect(ports.database.tables.audit.size).toBe(1_500)
})
