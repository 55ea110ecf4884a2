import { describe, expect, it } from 'vitest'
import type { AccountId } from '../model/accounts/account.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { ok } from '../model/result.ts'
import {
  aDevice,
  anOrigin,
  aPersonIn,
  aSessionIn,
  memoryPorts,
  newId,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'
import { refreshSession } from './refresh-session.ts'
import type { SessionId } from '../model/sessions/session.ts'

const refused = { ok: false, error: { code: 'session.refused' } }
const day = 86_400_000

const fail = () => Promise.reject(new Unavailable('database', 'The database cannot be reached.'))

/** A person with a session. */
async function signedIn(ports: MemoryPorts) {
  const { account } = await aPersonIn(ports)
  return { account, ...(await aSessionIn(ports, account)) }
}

const refresh = (ports: MemoryPorts, presented: string) =>
  refreshSession(ports, { presented, origin: anOrigin, device: aDevice.device })

/** Refreshes and returns the successor. */
const successorOf = async (ports: MemoryPorts, presented: string): Promise<string> =>
  valueOf(await refresh(ports, presented)).refreshToken

describe('refreshSession', () => {
  it('R37 exchanges the newest token for its successor and an access token of the same session', async () => {
    const ports = memoryPorts()
    const { account, session, refreshToken } = await signedIn(ports)
    const refreshed = valueOf(await refresh(ports, refreshToken))
    expect(refreshed).toEqual({
      user: { id: account.id, email: account.email, name: account.name, role: 'Member' },
      accessToken: expect.any(String) as string,
      expiresInSeconds: 900,
      refreshToken: ports.refreshTokens.issue(session.id, 2),
      rememberMe: false,
      deviceToken: null,
    })
    const claims = await ports.accessTokens.verify(refreshed.accessToken)
    expect(claims).toEqual({ userId: account.id, role: 'Member', sessionId: session.id })
    expect(ports.database.tables.sessions.get(session.id)).toMatchObject({
      address: anOrigin.address,
      device: aDevice.device,
      generation: 2,
    })
  })

  it('R37 returns the same successor to twenty concurrent requests with one token', async () => {
    const ports = memoryPorts()
    const { session, refreshToken } = await signedIn(ports)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => refresh(ports, refreshToken)),
    )
    const successors = new Set(outcomes.map((outcome) => valueOf(outcome).refreshToken))
    expect(successors).toEqual(new Set([ports.refreshTokens.issue(session.id, 2)]))
    expect(ports.database.tables.sessions.get(session.id)?.generation).toBe(2)
  })

  it('R37 returns the successor again for a token just rotated, and puts the current role into the access token', async () => {
    const ports = memoryPorts()
    const { account, refreshToken } = await signedIn(ports)
    const successor = await successorOf(ports, refreshToken)
    await ports.transact(async ({ accounts }) =>
      ok(await accounts.update({ ...account, role: 'Admin' })),
    )
    ports.clock.advance(9_999)
    const again = valueOf(await refresh(ports, refreshToken))
    expect(again.refreshToken).toBe(successor)
    expect(await ports.accessTokens.verify(again.accessToken)).toMatchObject({ role: 'Admin' })
  })
})

describe('reuse detection of refreshSession', () => {
  it('R38 ends the family when a token is reused after its grace window, although the caller is refused', async () => {
    const ports = memoryPorts()
    const { account, session, refreshToken } = await signedIn(ports)
    const successor = await successorOf(ports, refreshToken)
    ports.clock.advance(10_000)
    expect(await refresh(ports, refreshToken)).toEqual(refused)
    expect(ports.database.tables.sessions.has(session.id)).toBe(false)
    for (const token of [successor, refreshToken])
      expect(await refresh(ports, token)).toEqual(refused)
    const fields = { user_id: account.id, session_id: session.id }
    expect(ports.log.lines).toEqual([{ level: 'warn', event: 'session.reuse', fields }])
    expect([...ports.database.tables.audit.values()]).toMatchObject([
      {
        action: 'session.reuse',
        outcome: 'failure',
        actorId: null,
        target: `user:${account.id}`,
        sessionId: session.id,
        ...anOrigin,
      },
    ])
  })

  it('R38 leaves the other sessions of the person alone', async () => {
    const ports = memoryPorts()
    const { account, refreshToken } = await signedIn(ports)
    const other = await aSessionIn(ports, account)
    await successorOf(ports, refreshToken)
    ports.clock.advance(10_000)
    expect(await refresh(ports, refreshToken)).toEqual(refused)
    expect(await refresh(ports, other.refreshToken)).toMatchObject({ ok: true })
  })

  it('R38 R62 audits a reuse with the end of the family, without a transaction of its own', async () => {
    const ports = memoryPorts()
    const { session, refreshToken } = await signedIn(ports)
    await successorOf(ports, refreshToken)
    ports.clock.advance(10_000)
    expect(await refresh({ ...ports, transact: fail }, refreshToken)).toEqual(refused)
    expect(ports.database.tables.sessions.has(session.id)).toBe(false)
    expect([...ports.database.tables.audit.values()]).toMatchObject([{ action: 'session.reuse' }])
  })
})

describe('refreshSession and failures', () => {
  it('R39 consumes nothing when the rotation fails, and does not treat the retry as reuse', async () => {
    const ports = memoryPorts()
    const { session, refreshToken } = await signedIn(ports)
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(
        refresh({ ...ports, sessionRotation: { rotate: fail } }, refreshToken),
      ).rejects.toThrow(Unavailable)
      ports.clock.advance(60_000)
    }
    expect(await successorOf(ports, refreshToken)).toBe(ports.refreshTokens.issue(session.id, 2))
  })

  it('R37 returns the successor again when the first response was lost', async () => {
    const ports = memoryPorts()
    const { session, refreshToken } = await signedIn(ports)
    const broken = { ...ports, accessTokens: { ...ports.accessTokens, issue: fail } }
    await expect(refresh(broken, refreshToken)).rejects.toThrow(Unavailable)
    expect(await successorOf(ports, refreshToken)).toBe(ports.refreshTokens.issue(session.id, 2))
  })

  it('R35 R36 refuses anything but its own tokens in the same way, without a look-up', async () => {
    const ports = memoryPorts()
    const { account, session, refreshToken } = await signedIn(ports)
    const { token: access } = await ports.accessTokens.issue({
      userId: account.id,
      role: 'Member',
      sessionId: session.id,
    })
    const forged = refreshToken.replace(' 1 ', ' 2 ')
    const columns = Object.values(session).map(String)
    const others = [
      '',
      ` ${refreshToken}`,
      `${refreshToken} `,
      refreshToken.slice(0, -1),
      forged,
      access,
      ...columns,
    ]
    for (const presented of others) {
      expect(await refresh({ ...ports, sessionRotation: { rotate: fail } }, presented)).toEqual(
        refused,
      )
    }
  })

  it('R42 refuses the token of an unknown session, an ended one and one of a deactivated account in the same way', async () => {
    const ports = memoryPorts()
    const [gone, ended] = [await signedIn(ports), await signedIn(ports)]
    await ports.transact(async ({ accounts }) =>
      ok(await accounts.update({ ...gone.account, status: 'deactivated' })),
    )
    await ports.transact(async ({ sessions }) => ok(await sessions.endAll(ended.account.id, null)))
    const unknown = ports.refreshTokens.issue(newId() as SessionId, 1)
    for (const token of [gone.refreshToken, ended.refreshToken, unknown])
      expect(await refresh(ports, token)).toEqual(refused)
    expect([ports.log.lines, ports.database.tables.audit.size]).toEqual([[], 0])
  })
})

describe('refreshSession and known devices', () => {
  it('R151 renews a device token with the newest secret, and returns null when nothing changes', async () => {
    const ports = memoryPorts()
    const known = { userId: newId() as AccountId, deviceId: newId() as SessionId, passwordEpoch: 1 }
    const deviceTokens = {
      ...ports.deviceTokens,
      read: (token: string) => (token === 'a stranger’s' ? null : known),
    }
    const renewedOf = async (deviceToken: string | null) => {
      const { refreshToken: presented } = await signedIn(ports)
      const outcome = await refreshSession(
        { ...ports, deviceTokens },
        { ...aDevice, presented, deviceToken },
      )
      return valueOf(outcome).deviceToken
    }
    const newest = ports.deviceTokens.issue(known)
    expect(await renewedOf('of an older secret')).toBe(newest)
    expect([
      await renewedOf(newest),
      await renewedOf('a stranger’s'),
      await renewedOf(null),
    ]).toEqual([null, null, null])
  })
})

describe('session lifetimes', () => {
  it('R41 keeps a session for 30 days after each refresh and 90 days in total', async () => {
    const ports = memoryPorts()
    let { refreshToken } = await signedIn(ports)
    for (const days of [29, 29, 29]) {
      ports.clock.advance(days * day)
      refreshToken = await successorOf(ports, refreshToken)
    }
    ports.clock.advance(3 * day - 1)
    refreshToken = await successorOf(ports, refreshToken)
    ports.clock.advance(1)
    expect(await refresh(ports, refreshToken)).toEqual(refused)
  })

  it('R41 ends a session exactly 30 days after the last refresh', async () => {
    for (const { idle, outcome } of [
      { idle: 30 * day - 1, outcome: { ok: true } },
      { idle: 30 * day, outcome: refused },
    ] as const) {
      const ports = memoryPorts()
      const { refreshToken } = await signedIn(ports)
      ports.clock.advance(idle)
      expect(await refresh(ports, refreshToken)).toMatchObject(outcome)
    }
  })
})
