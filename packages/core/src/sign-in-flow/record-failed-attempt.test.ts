import { expect, it } from 'vitest'
import type { Anonymous } from '../model/actor.ts'
import { aDevice, memoryPorts } from '../testing/index.ts'
import { recordFailedAttempt } from './record-failed-attempt.ts'

const actor: Anonymous = { kind: 'anonymous', via: 'web', ...aDevice.origin }
const attempt = { actor, action: 'sign_in.fail', target: 'user:unknown' } as const

it('R62 writes an audit entry for a failed attempt', async () => {
  const ports = memoryPorts()
  await recordFailedAttempt(ports, { ...attempt, isOverLimit: false })
  expect([...ports.database.tables.audit.values()]).toMatchObject([
    { action: 'sign_in.fail', target: 'user:unknown', outcome: 'failure', ...aDevice.origin },
  ])
  expect(ports.database.tables.refusals.size).toBe(0)
})

it('R62 only counts attempts that a limit refused', async () => {
  const ports = memoryPorts()
  await recordFailedAttempt(ports, { ...attempt, isOverLimit: true })
  await recordFailedAttempt(ports, { ...attempt, isOverLimit: true })
  expect([...ports.database.tables.refusals.values()]).toEqual([2])
  expect(ports.database.tables.audit.size).toBe(0)
})
