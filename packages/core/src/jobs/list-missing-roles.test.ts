import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { aPersonIn, memoryPorts, newId } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import type { SessionId } from '../model/sessions/session.ts'
import { listMissingRoles } from './list-missing-roles.ts'

describe('listMissingRoles', () => {
  onlyAdministrators((ports, actor) => listMissingRoles(ports, { actor }))

  it('lists each role until its first heartbeat, and again after a minute without one', async () => {
    const ports = memoryPorts()
    const missing = () => listMissingRoles(ports, { actor: operator })
    expect(await missing()).toEqual({ ok: true, value: ['worker', 'scheduler'] })
    await ports.backgroundHeartbeats.beat(['worker'])
    expect(await missing()).toEqual({ ok: true, value: ['scheduler'] })
    ports.clock.advance(60_000)
    expect(await missing()).toEqual({ ok: true, value: ['worker', 'scheduler'] })
  })

  it('only reads, so it does not check that the session has not ended', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Owner' })
    expect(
      await listMissingRoles(ports, { actor: { ...actor, sessionId: newId() as SessionId } }),
    ).toMatchObject({ ok: true })
  })
})
