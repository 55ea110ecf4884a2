import { expect, it } from 'vitest'
import { operator, type Actor } from '../../model/actor.ts'
import type { Source } from '../../model/knowledge/document.ts'
import { ok } from '../../model/result.ts'
import { aPersonIn, memoryPorts } from '../../testing/index.ts'
import { recordImports } from './record-imports.ts'

const source = 'wiki' as Source

it('records who imported a source and when, and adds up the parts of one import', async () => {
  const ports = memoryPorts()
  const { account, actor } = await aPersonIn(ports, { role: 'Owner' })
  const record = async (by: Actor, importId: string | undefined, upserted: number, removed = 0) => {
    ports.clock.advance(1_000)
    const { value } = await ports.transact(async (stores) => {
      await recordImports(stores, by, importId, [{ source, upserted, removed }])
      return ok(await stores.sources.listImports())
    })
    return value
  }
  const ofOperator = { source, isByOperator: true, byEmail: null }
  await record(operator, 'one', 5)
  const summed = await record(operator, 'one', 0, 2)
  expect(summed).toEqual([{ ...ofOperator, at: ports.clock.now(), upserted: 5, removed: 2 }])
  const ofPerson = { source, isByOperator: false, byEmail: account.email, upserted: 1, removed: 0 }
  for (const _ of [1, 2])
    expect(await record(actor, undefined, 1)).toEqual([{ ...ofPerson, at: ports.clock.now() }])
})
