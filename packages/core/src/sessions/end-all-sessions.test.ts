import { describe, expect, it } from 'vitest'
import { err, ok } from '../model/result.ts'
import { aPersonIn, aSessionIn, memoryPorts } from '../testing/index.ts'
import { endAllSessions } from './end-all-sessions.ts'

const forbidden = err({ code: 'account.forbidden' })

/** A person with three sessions, and another with one. */
async function threeSessions() {
  const ports = memoryPorts()
  const [{ account }, other] = [await aPersonIn(ports), await aPersonIn(ports)]
  const foreign = await aSessionIn(ports, other.account)
  for (const _ of [1, 2]) await aSessionIn(ports, account)
  const current = await aSessionIn(ports, account)
  const remaining = () => [...ports.database.tables.sessions.keys()].toSorted()
  return { ports, account, current, foreign, remaining }
}

describe('endAllSessions', () => {
  it("R42 R47 ends every other session of the person, and no one else's", async () => {
    const { ports, account, current, foreign, remaining } = await threeSessions()
    expect(await endAllSessions(ports, { actor: current.actor, keepCurrent: true })).toEqual(ok(2))
    expect(remaining()).toEqual([foreign.session.id, current.session.id].toSorted())
    expect([...ports.database.tables.audit.values()]).toMatchObject([
      {
        action: 'session.end_all',
        actorId: account.id,
        target: `user:${account.id}`,
        sessionId: current.session.id,
        meta: { ended: 2, kept_current: true },
      },
    ])
  })

  it('records nothing if there is no other session to end', async () => {
    const ports = memoryPorts()
    const { actor } = await aSessionIn(ports, (await aPersonIn(ports)).account)
    for (const _ of [1, 2])
      expect(await endAllSessions(ports, { actor, keepCurrent: true })).toEqual(ok(0))
    expect(ports.database.tables.audit.size).toBe(0)
  })

  it('R42 ends the current session too when it is not kept', async () => {
    const { ports, current, foreign, remaining } = await threeSessions()
    expect(await endAllSessions(ports, { actor: current.actor, keepCurrent: false })).toEqual(ok(3))
    expect(remaining()).toEqual([foreign.session.id])
  })

  it('ends all sessions of a person without a current one', async () => {
    const { ports, current, foreign, remaining } = await threeSessions()
    expect(
      await endAllSessions(ports, {
        actor: { ...current.actor, sessionId: null },
        keepCurrent: true,
      }),
    ).toEqual(ok(3))
    expect(remaining()).toEqual([foreign.session.id])
  })

  it('R147 keeps one of two sessions that end all others at once', async () => {
    const { ports, account, current, foreign, remaining } = await threeSessions()
    const second = await aSessionIn(ports, account)
    const ended = await Promise.all(
      [current, second].map(({ actor }) => endAllSessions(ports, { actor, keepCurrent: true })),
    )
    expect(ended).toEqual([ok(3), forbidden])
    expect(remaining()).toEqual([foreign.session.id, current.session.id].toSorted())
    expect([...ports.database.tables.audit.values()]).toMatchObject([
      { sessionId: current.session.id },
    ])
  })

  it('R147 refuses a session that has ended to end all, so that no one takes the rest for ended', async () => {
    const { ports, account, current, remaining } = await threeSessions()
    await ports.transact(async ({ sessions }) =>
      ok(await sessions.end(account.id, current.session.id)),
    )
    const before = remaining()
    expect(await endAllSessions(ports, { actor: current.actor, keepCurrent: false })).toEqual(
      forbidden,
    )
    expect(remaining()).toEqual(before)
  })

  it("R47 ends nothing for an actor who names another person's session as current", async () => {
    const { ports, current, foreign, remaining } = await threeSessions()
    const before = remaining()
    const actor = { ...current.actor, sessionId: foreign.session.id }
    expect(await endAllSessions(ports, { actor, keepCurrent: true })).toEqual(forbidden)
    expect(remaining()).toEqual(before)
  })
})
