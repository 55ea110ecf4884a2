import { profileOf } from '../model/accounts/account.ts'
import { describe, expect, it } from 'vitest'
import { operator, type Anonymous } from '../model/actor.ts'
import type { Ports } from '../ports/index.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { ok } from '../model/result.ts'
import {
  aDevice,
  anAccount,
  anOrigin,
  aPersonIn,
  memoryBreachedPasswords,
  memoryPorts,
  overtakenAt,
} from '../testing/index.ts'
import { setUpOwner } from './set-up-owner.ts'

const anonymous: Anonymous = { kind: 'anonymous', via: 'web', ...anOrigin }
const command = { actor: anonymous, email: 'Ada@Example.com ', password: 'correct horse battery' }

/** Ports that fail the test if a password is validated or hashed. */
const untouched: Pick<Ports, 'breachedPasswords' | 'passwordHasher' | 'passwordStrength'> = {
  breachedPasswords: { check: () => Promise.reject(new Error('asked about a breach')) },
  passwordHasher: {
    hash: () => Promise.reject(new Error('hashed')),
    verify: () => Promise.reject(new Error('verified')),
    isOutdated: () => false,
  },
  passwordStrength: { score: () => Promise.reject(new Error('scored')) },
}

describe('setUpOwner', () => {
  it('creates an active Owner with a permanent password, at the time of the database', async () => {
    const ports = memoryPorts()
    const created = await setUpOwner(ports, { ...command, name: ' Ada  Lovelace ' })
    const [account] = [...ports.database.tables.accounts.values()]
    expect(created).toEqual({ ok: true, value: { account: profileOf(account!), step: null } })
    expect(account).toEqual({
      id: expect.any(String) as string,
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      passwordHash: 'hash of correct horse battery',
      signInProvider: 'local',
      role: 'Owner',
      status: 'active',
      mustChangePassword: false,
      passwordEpoch: 1,
      temporaryPasswordExpiresAt: null,
      mfaSecret: null,
      mfaEnabledAt: null,
      createdAt: ports.clock.now(),
      updatedAt: ports.clock.now(),
      lastSignInAt: null,
    })
  })

  it('R49 refuses when another setup completes before the lock', async () => {
    const ports = memoryPorts()
    const first = anAccount({ role: 'Owner' })
    const transact = overtakenAt(ports.transact, 'lockBootstrap', ({ accounts }) =>
      accounts.insert(first),
    )
    expect(await setUpOwner({ ...ports, transact }, command)).toEqual({
      ok: false,
      error: { code: 'account.already_set_up' },
    })
  })

  it('uses the local part of the address as the default name', async () => {
    const created = await setUpOwner(memoryPorts(), {
      ...command,
      email: 'ada.lovelace@example.com',
    })
    expect(created).toMatchObject({ ok: true, value: { account: { name: 'ada.lovelace' } } })
  })

  it('R26 leads a browser to the enrolment that the organisation requires of Owners, without a session', async () => {
    const ports = memoryPorts()
    const created = await setUpOwner(ports, { ...command, from: aDevice })
    expect(created).toMatchObject({
      ok: true,
      value: { step: { kind: 'second_factor_enrolment', expiresInSeconds: 300 } },
    })
    expect(ports.database.tables.challenges.size).toBe(1)
    expect(ports.database.tables.sessions.size).toBe(0)
  })

  it('opens the session of a browser when no second factor is required', async () => {
    const ports = memoryPorts()
    await ports.transact(async ({ settings }) =>
      ok(await settings.update({ mfaRequiredRoles: [] })),
    )
    const created = await setUpOwner(ports, { ...command, from: aDevice })
    expect(created).toMatchObject({
      ok: true,
      value: { step: { kind: 'signed_in', rememberMe: false } },
    })
    expect([...ports.database.tables.sessions.values()]).toMatchObject([
      { device: aDevice.device, rememberMe: false },
    ])
  })

  it('R62 is audited as the new Owner, without the password', async () => {
    for (const actor of [anonymous, operator]) {
      const ports = memoryPorts({
        passwordHasher: { ...untouched.passwordHasher, hash: async () => 'a hash' },
      })
      const created = await setUpOwner(ports, { ...command, actor })
      const entries = [...ports.database.tables.audit.values()]
      const id = created.ok ? created.value.account.id : ''
      expect(entries).toMatchObject([
        {
          action: 'account.set_up',
          actorId: id,
          target: `user:${id}`,
          via: actor.via,
          address: actor.address,
        },
      ])
      expect(JSON.stringify([entries, ports.log.lines])).not.toMatch(/horse|a hash/)
    }
  })

  it('R49 creates the Owner for one of twenty concurrent setups from the web and the command line', async () => {
    const ports = memoryPorts()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, position) =>
        setUpOwner(ports, {
          ...command,
          actor: position % 2 === 0 ? operator : anonymous,
          email: `ada${position}@example.com`,
        }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(
      outcomes.filter((outcome) => !outcome.ok && outcome.error.code === 'account.already_set_up'),
    ).toHaveLength(19)
    expect(ports.database.tables.accounts.size).toBe(1)
    expect(ports.database.tables.audit.size).toBe(1)
  })

  it('R49 refuses everyone in the same way once an account exists, before a password is validated or hashed', async () => {
    const ports = memoryPorts(untouched)
    await aPersonIn(ports, { role: 'Member', status: 'deactivated' })
    for (const { email, password } of [
      { email: 'eve@example.com', password: command.password },
      { email: 'no address', password: 'x' },
      { email: '', password: '\ud800' },
    ] as const) {
      const refused = await setUpOwner(ports, { ...command, email, password })
      expect(refused).toEqual({ ok: false, error: { code: 'account.already_set_up' } })
    }
  })

  it('R49 refuses a setup that waited while another created the Owner, before it hashes the password', async () => {
    for (const isQueueFull of [false, true]) {
      const ports = memoryPorts()
      const score = async () => {
        await aPersonIn(ports, { role: 'Owner' })
        if (!isQueueFull) return 4
        throw new Unavailable('password strength', 'Too many at once.')
      }
      const late = {
        ...ports,
        passwordHasher: untouched.passwordHasher,
        passwordStrength: { score } as typeof ports.passwordStrength,
      }
      expect(await setUpOwner(late, command)).toEqual({
        ok: false,
        error: { code: 'account.already_set_up' },
      })
    }
  })

  it('R49 stores nothing when hashing fails, so that setup can be repeated', async () => {
    const ports = memoryPorts()
    const unavailable = {
      hash: () => Promise.reject(new Unavailable('password hasher', 'Too many at once.')),
    }
    const failing = setUpOwner(
      { ...ports, passwordHasher: { ...ports.passwordHasher, ...unavailable } },
      command,
    )
    await expect(failing).rejects.toThrow(Unavailable)
    expect(ports.database.tables.accounts.size).toBe(0)
    expect(await setUpOwner(ports, command)).toMatchObject({ ok: true })
  })

  it('refuses an invalid address or name, before a password is validated or hashed', async () => {
    const ports = memoryPorts(untouched)
    const codeOf = async (overrides: Partial<Parameters<typeof setUpOwner>[1]>) => {
      const outcome = await setUpOwner(ports, { ...command, ...overrides })
      return outcome.ok ? 'ok' : outcome.error.code
    }
    expect(await codeOf({ email: '"ada"@example.com' })).toBe('account.email_invalid')
    expect(await codeOf({ name: ' \u200b ' })).toBe('account.name_invalid')
    expect(await codeOf({ name: 'x'.repeat(201) })).toBe('account.name_invalid')
  })

  it('R16 refuses a password that breaks the policy, with every reason, and hashes nothing', async () => {
    const ports = memoryPorts({
      passwordHasher: untouched.passwordHasher,
      breachedPasswords: memoryBreachedPasswords('password1', 'aaa'),
    })
    const reasonsOf = async (password: string) => {
      const outcome = await setUpOwner(ports, { ...command, name: 'Ada Lovelace', password })
      return outcome.ok || outcome.error.code !== 'password.rejected'
        ? outcome
        : outcome.error.reasons
    }
    expect(await reasonsOf('Short7!')).toEqual(['too_short'])
    expect(await reasonsOf('x'.repeat(129))).toEqual(['too_long'])
    expect(await reasonsOf('aaaaaaaaaa')).toEqual(['too_weak'])
    expect(await reasonsOf('password1')).toEqual(['breached'])
    expect(await reasonsOf('Ada Lovelace')).toEqual(['too_weak'])
    expect(await reasonsOf('ada@example.com')).toEqual(['too_weak'])
    expect(await reasonsOf('aaa')).toEqual(['too_short', 'too_weak', 'breached'])
    expect(ports.database.tables.accounts.size).toBe(0)
  })
})
