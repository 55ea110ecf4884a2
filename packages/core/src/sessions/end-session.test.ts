import { describe, expect, it } from 'vitest'
import { anOrigin, aPersonIn, aSessionIn, memoryPorts, newId } from '../testing/index.ts'
import { endSession } from './end-session.ts'
import { refreshSession } from './refresh-session.ts'
import type { SessionId } from '../model/sessions/session.ts'

const notFound = { ok: false, error: { code: 'session.not_found' } }

describe('endSession', () => {
  it('R42 ends one other session of the person, refuses its token from then on, and is audited', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const [current, other] = [await aSessionIn(ports, account), await aSessionIn(ports, account)]
    expect(await endSession(ports, { actor: current.actor, sessionId: other.session.id })).toEqual({
      ok: true,
      value: null,
    })
    expect([...ports.database.tables.sessions.keys()]).toEqual([current.session.id])
    const refreshed = await refreshSession(ports, {
      presented: other.refreshToken,
      origin: anOrigin,
      device: '',
    })
    expect(refreshed).toEqual({ ok: false, error: { code: 'session.refused' } })
    const sessionId = current.session.id
    expect([...ports.database.tables.audit.values()]).toMatchObject([
      {
        action: 'session.end',
        actorId: account.id,
        target: `session:${other.session.id}`,
        sessionId,
      },
    ])
  })

  it("R47 gives the same refusal for another person's session as for a missing or ended one", async () => {
    const ports = memoryPorts()
    const [{ account }, eve] = [await aPersonIn(ports), await aPersonIn(ports, { role: 'Owner' })]
    const [victim, evil] = [await aSessionIn(ports, account), await aSessionIn(ports, eve.account)]
    for (const sessionId of [victim.session.id, newId() as SessionId]) {
      expect(await endSession(ports, { actor: evil.actor, sessionId })).toEqual(notFound)
    }
    ports.clock.advance(30 * 86_400_000)
    const { session, actor } = await aSessionIn(ports, account)
    expect(await endSession(ports, { actor, sessionId: victim.session.id })).toEqual(notFound)
    expect([
      ports.database.tables.sessions.has(session.id),
      ports.database.tables.audit.size,
    ]).toEqual([true, 0])
  })

  it('R147 keeps one of two sessions that end each other at once', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const [first, second] = [await aSessionIn(ports, account), await aSessionIn(ports, account)]
    const outcomes = await Promise.all([
      endSession(ports, { actor: first.actor, sessionId: second.session.id }),
      endSession(ports, { actor: second.actor, sessionId: first.session.id }),
    ])
    expect(outcomes).toEqual([{ ok: true, value: null }, notFound])
    expect([...ports.database.tables.sessions.keys()]).toEqual([first.session.id])
  })

  it('R47 does not end the current session', async () => {
    const ports = memoryPorts()
    const { session, actor } = await aSessionIn(ports, (await aPersonIn(ports)).account)
    const refused = await endSession(ports, { actor, sessionId: session.id })
    expect(refused).toEqual({ ok: false, error: { code: 'session.is_current' } })
    expect([ports.database.tables.sessions.size, ports.database.tables.audit.size]).toEqual([1, 0])
  })
})
