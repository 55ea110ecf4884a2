import { describe, expect, it } from 'vitest'
import type { Account } from '../model/accounts/account.ts'
import { operator } from '../model/actor.ts'
import { addGroupMember } from '../groups/add-group-member.ts'
import { createGroup } from '../groups/create-group.ts'
import { ok } from '../model/result.ts'
import {
  aDate,
  aChallengeIn,
  anOrigin,
  aPersonIn,
  aSessionIn,
  memoryPorts,
  type MemoryPorts,
} from '../testing/index.ts'
import { authenticateSession } from './authenticate-session.ts'
import type { Gate } from './gate.ts'

const errorOf = (code: string) => ({ ok: false, error: { code } })

/** A person with a session and its access token. */
async function signedIn(ports: MemoryPorts, overrides: Partial<Omit<Account, 'email'>> = {}) {
  const { account } = await aPersonIn(ports, overrides)
  const { session, refreshToken } = await aSessionIn(ports, account)
  const { token } = await ports.accessTokens.issue({
    userId: account.id,
    role: account.role,
    sessionId: session.id,
  })
  return {
    account,
    session,
    refreshToken,
    token,
    authenticate: (allowedGate?: Gate) =>
      authenticateSession(ports, {
        presented: token,
        origin: anOrigin,
        ...(allowedGate === undefined ? {} : { allowedGate }),
      }),
    alter: (change: Partial<Account>) =>
      ports.transact(async ({ accounts }) => ok(await accounts.update({ ...account, ...change }))),
  }
}

describe('authenticateSession', () => {
  it('R1 returns the person of the token, with the session and the origin of the call', async () => {
    const ports = memoryPorts()
    const { account, session, authenticate } = await signedIn(ports)
    expect(await authenticate()).toEqual({
      ok: true,
      value: {
        actor: {
          kind: 'person',
          userId: account.id,
          role: 'Member',
          via: 'web',
          keyId: null,
          sessionId: session.id,
          source: null,
          ...anOrigin,
        },
        visibility: {
          principals: ['everyone', 'role:Member', `user:${account.id}`],
          sources: null,
        },
      },
    })
  })

  it('R34 distinguishes an expired token from an invalid one, without a look-up', async () => {
    const ports = memoryPorts()
    const { token } = await signedIn(ports)
    const accountHolders = {
      ...ports.accountHolders,
      findById: () => Promise.reject(new Error('looked up')),
    }
    const authenticate = (presented: string) =>
      authenticateSession({ ...ports, accountHolders }, { presented, origin: anOrigin })
    expect(await authenticate(`${token}x`)).toEqual(errorOf('session.refused'))
    ports.clock.advance(900_000)
    expect([await authenticate(token), await authenticate('')]).toEqual([
      errorOf('session.token_expired'),
      errorOf('session.refused'),
    ])
  })

  it('R35 accepts no refresh token, challenge or key as an access token', async () => {
    const ports = memoryPorts()
    const { account, refreshToken } = await signedIn(ports)
    const others = [
      refreshToken,
      await aChallengeIn(ports, account),
      ports.apiKeys.newApiKey().plain,
    ]
    for (const presented of others) {
      expect(await authenticateSession(ports, { presented, origin: anOrigin })).toEqual(
        errorOf('session.refused'),
      )
    }
  })
})

describe('permissions of authenticateSession', () => {
  it('R48 takes role and groups from the database, not from the token', async () => {
    const ports = memoryPorts()
    const { account, authenticate, alter } = await signedIn(ports, {
      role: 'Owner',
      mfaEnabledAt: aDate,
    })
    const membership = { actor: operator, slug: 'support', email: account.email }
    await createGroup(ports, membership)
    await addGroupMember(ports, membership)
    await alter({ role: 'Member' })
    expect(await authenticate()).toMatchObject({
      ok: true,
      value: {
        actor: { role: 'Member' },
        visibility: {
          principals: expect.arrayContaining(['role:Member', 'group:support']) as string[],
        },
      },
    })
  })

  it('R147 refuses the token of an ended session, except for reads', async () => {
    const ports = memoryPorts()
    const { account, session, token, authenticate } = await signedIn(ports)
    await ports.transact(async ({ sessions }) => ok(await sessions.end(account.id, session.id)))
    expect(await authenticate()).toEqual(errorOf('session.refused'))
    const reading = await authenticateSession(ports, {
      presented: token,
      origin: anOrigin,
      isReadOnly: true,
    })
    expect(reading).toMatchObject({ ok: true, value: { actor: { userId: account.id } } })
  })

  it('R48 refuses an unexpired token once its account is deactivated or deleted', async () => {
    const ports = memoryPorts()
    const { account, authenticate, alter } = await signedIn(ports)
    await alter({ status: 'deactivated' })
    expect(await authenticate()).toEqual(errorOf('account.forbidden'))
    ports.database.tables.accounts.delete(account.id)
    expect(await authenticate()).toEqual(errorOf('account.forbidden'))
  })
})

describe('gates of authenticateSession', () => {
  const [password, factor] = [
    'sign_in.password_change_required',
    'sign_in.second_factor_required',
  ] as const

  it('R19 blocks a person with a temporary password from every operation except its replacement', async () => {
    const { authenticate, alter } = await signedIn(memoryPorts())
    await alter({ mustChangePassword: true })
    expect([await authenticate(), await authenticate(factor)]).toEqual([
      errorOf(password),
      errorOf(password),
    ])
    expect(await authenticate(password)).toMatchObject({ ok: true })
    await alter({})
    expect(await authenticate()).toMatchObject({ ok: true })
  })

  it('R30 blocks a person who must enrol a second factor, even when promoted during a session', async () => {
    const { authenticate, alter } = await signedIn(memoryPorts())
    for (const role of ['Owner', 'Admin'] as const) {
      await alter({ role, mfaSecret: 'waiting for its first code' })
      expect([await authenticate(), await authenticate(password)]).toEqual([
        errorOf(factor),
        errorOf(factor),
      ])
      expect(await authenticate(factor)).toMatchObject({ ok: true, value: { actor: { role } } })
      await alter({ role, mfaEnabledAt: aDate })
      expect(await authenticate()).toMatchObject({ ok: true })
    }
  })

  it('R19 R30 does not lift one gate for the operation that completes the other', async () => {
    const { authenticate, alter } = await signedIn(memoryPorts())
    await alter({ role: 'Owner', mustChangePassword: true })
    expect([await authenticate(), await authenticate(factor)]).toEqual([
      errorOf(password),
      errorOf(password),
    ])
  })

  it('R30 applies the current settings', async () => {
    const ports = memoryPorts()
    const { authenticate } = await signedIn(ports)
    await ports.transact(async ({ settings }) =>
      ok(await settings.update({ mfaRequiredRoles: ['Member'] })),
    )
    expect(await authenticate()).toEqual(errorOf(factor))
    await ports.transact(async ({ settings }) =>
      ok(await settings.update({ mfaRequiredRoles: [] })),
    )
    expect(await authenticate()).toMatchObject({ ok: true })
  })
})
