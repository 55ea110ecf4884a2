import { describe, expect, it } from 'vitest'
import { aChallengeIn, aPersonIn, aSessionIn, memoryPorts } from '../../testing/index.ts'
import { permittedActs } from '../../testing/builders/permitted-acts.ts'
import { endAccountSessions } from './end-account-sessions.ts'

describe('endAccountSessions', () => {
  permittedActs('end_sessions', (ports, actor, userId) =>
    endAccountSessions(ports, { actor, userId }),
  )

  it('R42 signs a person out everywhere, also during a sign-in, and no one else', async () => {
    const ports = memoryPorts()
    const [{ actor }, target, other] = [
      await aPersonIn(ports, { role: 'Admin' }),
      await aPersonIn(ports),
      await aPersonIn(ports),
    ]
    for (const { account } of [target, target, other]) await aSessionIn(ports, account)
    await aChallengeIn(ports, target.account)
    expect(await endAccountSessions(ports, { actor, userId: target.account.id })).toEqual({
      ok: true,
      value: { ended: 2 },
    })
    const { sessions, challenges, audit } = ports.database.tables
    expect([...sessions.values()].map(({ userId }) => userId)).toEqual([other.account.id])
    expect(challenges.size).toBe(0)
    expect([...audit.values()]).toMatchObject([
      { action: 'account.end_sessions', meta: { ended: 2 } },
    ])
  })
})
