import { describe, expect, it } from 'vitest'
import { anOrigin, aPersonIn, aSessionIn, memoryPorts, newId } from '../testing/index.ts'
import { refreshSession } from './refresh-session.ts'
import type { SessionId } from '../model/sessions/session.ts'
import { signOut } from './sign-out.ts'

describe('signOut', () => {
  it('R42 ends the session of the token and no other, and is audited as the person', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const [current, other] = [await aSessionIn(ports, account), await aSessionIn(ports, account)]
    await signOut(ports, { presented: current.refreshToken, origin: anOrigin })
    expect([...ports.database.tables.sessions.keys()]).toEqual([other.session.id])
    const target = `session:${current.session.id}`
    expect([...ports.database.tables.audit.values()]).toMatchObject([
      {
        action: 'session.sign_out',
        actorId: account.id,
        target,
        sessionId: current.session.id,
        outcome: 'success',
        ...anOrigin,
      },
    ])
  })

  it('R42 ends the session of a rotated token, even within the grace window', async () => {
    const ports = memoryPorts()
    const { refreshToken: presented } = await aSessionIn(ports, (await aPersonIn(ports)).account)
    await refreshSession(ports, { presented, origin: anOrigin, device: '' })
    await signOut(ports, { presented, origin: anOrigin })
    const again = await refreshSession(ports, { presented, origin: anOrigin, device: '' })
    expect([again, ports.database.tables.sessions.size]).toEqual([
      { ok: false, error: { code: 'session.refused' } },
      0,
    ])
  })

  it('ends nothing for an unknown token, a token of an ended session or no token', async () => {
    const ports = memoryPorts()
    const { session, refreshToken } = await aSessionIn(ports, (await aPersonIn(ports)).account)
    const unknown = ports.refreshTokens.issue(newId() as SessionId, 1)
    for (const presented of ['', session.id, refreshToken.slice(0, -1), unknown])
      await signOut(ports, { presented, origin: anOrigin })
    expect([ports.database.tables.sessions.size, ports.database.tables.audit.size]).toEqual([1, 0])
    for (const presented of [refreshToken, refreshToken])
      await signOut(ports, { presented, origin: anOrigin })
    expect([ports.database.tables.sessions.size, ports.database.tables.audit.size]).toEqual([0, 1])
  })
})
