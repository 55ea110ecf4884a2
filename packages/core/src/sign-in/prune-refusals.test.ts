import { expect, it } from 'vitest'
import { auditEntry, failed } from '../model/audit-entry.ts'
import type { Anonymous } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import { anOrigin, aPersonIn, memoryPorts } from '../testing/index.ts'
import { pruneRefusals } from './prune-refusals.ts'

it('R62 R149 deletes entries of refused sign-ins after 90 days, and no other entry', async () => {
  const ports = memoryPorts()
  const { actor } = await aPersonIn(ports)
  const stranger: Anonymous = { kind: 'anonymous', via: 'web', ...anOrigin }
  const append = () =>
    ports.transact(async ({ audit }) => {
      for (let refusal = 0; refusal < 1_200; refusal += 1)
        await audit.append(failed(auditEntry(stranger, 'sign_in.fail', 'user:unknown')))
      await audit.append(auditEntry(stranger, 'sign_in.guesses_exhausted', 'user:unknown'))
      await audit.append(failed(auditEntry(actor, 'sign_in.fail', 'user:1')))
      await audit.append(failed(auditEntry(stranger, 'password.reset', 'user:1')))
      return ok(await audit.append(auditEntry(stranger, 'sign_in.advance', 'user:1')))
    })
  await append()
  ports.clock.advance(90 * 86_400_000)
  expect(await pruneRefusals(ports)).toBe(0)
  await append()
  ports.clock.advance(1)
  expect([await pruneRefusals(ports), await pruneRefusals(ports)]).toEqual([1_201, 0])
  expect(ports.database.tables.audit.size).toBe(3 + 1_204)
})
