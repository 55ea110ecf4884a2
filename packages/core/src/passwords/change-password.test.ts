import { describe, expect, it } from 'vitest'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { ok } from '../model/result.ts'
import { refreshSession } from '../sessions/refresh-session.ts'
import {
  aDevice,
  anOrigin,
  aPassword,
  aPasswordHash,
  aPersonIn,
  aSessionIn,
  busyPasswordHasher,
  failuresOf,
  memoryBreachedPasswords,
  memoryPorts,
  watchedPasswordHasher,
  type MemoryPorts,
} from '../testing/index.ts'
import { recordRefusals } from '../sign-in/record-refusals.ts'
import { changePassword } from './change-password.ts'

const newPassword = 'another horse battery'
const wrongPassword = 'wrong horse battery'
const currentWrong = { ok: false, error: { code: 'password.current_wrong' } }
const forbidden = { ok: false, error: { code: 'account.forbidden' } }

/** A person with a password and a current session. */
async function signedIn(ports: MemoryPorts) {
  const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
  const { session, actor, refreshToken } = await aSessionIn(ports, account)
  const change = (currentPassword = aPassword, to = newPassword) =>
    changePassword(ports, { actor, currentPassword, newPassword: to })
  return {
    account,
    session,
    actor,
    refreshToken,
    change,
    hash: () => ports.database.tables.accounts.get(account.id)?.passwordHash,
  }
}

/** The ports, and the steps of the change in the order in which they happen. */
function watched(ports: MemoryPorts) {
  const steps: string[] = []
  const step = <Answer>(name: string, work: () => Answer): Answer => {
    steps.push(name)
    return work()
  }
  const { passwordHasher, passwordStrength } = ports
  const observed: MemoryPorts = {
    ...ports,
    passwordHasher: {
      ...passwordHasher,
      verify: (...verified) => step('verify', () => passwordHasher.verify(...verified)),
      hash: (password) => step('hash', () => passwordHasher.hash(password)),
    },
    passwordStrength: {
      score: (...scored) => step('validate', () => passwordStrength.score(...scored)),
    },
    transact: (work) =>
      ports.transact((stores) => {
        const { accounts, sessions } = stores
        const update: typeof accounts.update = (account) =>
          step('update', () => accounts.update(account))
        const endAll: typeof sessions.endAll = (...ended) =>
          step('end sessions', () => sessions.endAll(...ended))
        return work({
          ...stores,
          accounts: { ...accounts, update },
          sessions: { ...sessions, endAll },
        })
      }),
  }
  return { observed, steps }
}

describe('changePassword', () => {
  it('R18 verifies the current password, validates the new one, hashes, updates and ends sessions, in this order', async () => {
    const ports = memoryPorts()
    const { actor } = await signedIn(ports)
    const { observed, steps } = watched(ports)
    const command = { actor, currentPassword: aPassword, newPassword }
    expect(await changePassword(observed, command)).toEqual({
      ok: true,
      value: { deviceToken: expect.any(String) as string },
    })
    expect(steps).toEqual(['verify', 'validate', 'hash', 'update', 'end sessions'])
  })

  it('R18 stops at the step that refuses', async () => {
    const ports = memoryPorts()
    const { actor } = await signedIn(ports)
    const stepsOf = async (currentPassword: string, to: string) => {
      const { observed, steps } = watched(ports)
      expect(
        await changePassword(observed, { actor, currentPassword, newPassword: to }),
      ).toMatchObject({ ok: false })
      return steps
    }
    expect(await stepsOf(wrongPassword, 'x')).toEqual(['verify'])
    expect(await stepsOf(aPassword, 'x')).toEqual(['verify', 'validate'])
    expect(await stepsOf(aPassword, aPassword)).toEqual(['verify', 'validate'])
  })

  it('R18 R42 ends every other session of the person, but not the current one or those of others', async () => {
    const ports = memoryPorts()
    const { account, refreshToken, change, hash } = await signedIn(ports)
    const [other, foreign] = [await aSessionIn(ports, account), await signedIn(ports)]
    await change()
    expect(hash()).toBe(`hash of ${newPassword}`)
    const refreshed = []
    for (const presented of [refreshToken, other.refreshToken, foreign.refreshToken]) {
      refreshed.push(
        (await refreshSession(ports, { presented, origin: anOrigin, device: aDevice.device })).ok,
      )
    }
    expect(refreshed).toEqual([true, false, true])
  })

  it('R18 compares passwords in one Unicode normal form', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { passwordHash: 'hash of caf\u00e9 au lait' })
    const { actor } = await aSessionIn(ports, account)
    const refused = await changePassword(ports, {
      actor,
      currentPassword: 'cafe\u0301 au lait',
      newPassword: 'caf\u00e9 au lait',
    })
    expect(refused).toEqual({
      ok: false,
      error: { code: 'password.rejected', reasons: ['same_as_current'] },
    })
  })
})

describe('refusals of changePassword', () => {
  it('R18 audits success and every refusal with its reason, without the passwords', async () => {
    const ports = memoryPorts({ breachedPasswords: memoryBreachedPasswords('aaaa') })
    const { account, session, change } = await signedIn(ports)
    await change(wrongPassword)
    await change(aPassword, 'aaaa')
    await change(aPassword, aPassword)
    await change()
    for (let tries = 0; tries < 10; tries += 1) await change(wrongPassword)
    const entries = [...ports.database.tables.audit.values()].filter(
      ({ action }) => action === 'password.change',
    )
    for (const entry of entries) {
      expect(entry).toMatchObject({
        actorId: account.id,
        target: `user:${account.id}`,
        sessionId: session.id,
        ...anOrigin,
      })
    }
    const outcomes = entries.map(({ outcome, meta }) =>
      `${outcome} ${String(meta['reason'] ?? '')}`.trim(),
    )
    expect(outcomes.slice(0, 4)).toEqual([
      'failure current_wrong',
      'failure too_short,too_weak,breached',
      'failure same_as_current',
      'success',
    ])
    expect(outcomes.at(-1)).toBe('failure current_wrong')
    expect(JSON.stringify([entries, ports.log.lines])).not.toMatch(/horse|aaaa|hash/)
  })

  it('R16 refuses a new password that breaks the policy, with every reason, and changes nothing', async () => {
    const ports = memoryPorts({ breachedPasswords: memoryBreachedPasswords('password1', 'aaa') })
    const { account, change } = await signedIn(ports)
    const reasonsOf = async (to: string) => {
      const outcome = await change(aPassword, to)
      return outcome.ok || outcome.error.code !== 'password.rejected'
        ? outcome
        : outcome.error.reasons
    }
    expect(await reasonsOf('Short7!')).toEqual(['too_short'])
    expect(await reasonsOf('x'.repeat(129))).toEqual(['too_long'])
    expect(await reasonsOf('password1')).toEqual(['breached'])
    expect(await reasonsOf(account.name)).toEqual(['too_weak'])
    expect(await reasonsOf(account.email)).toEqual(['too_weak'])
    expect(await reasonsOf('aaa')).toEqual(['too_short', 'too_weak', 'breached'])
    expect([
      ports.database.tables.accounts.get(account.id),
      ports.database.tables.sessions.size,
    ]).toEqual([account, 1])
  })

  it('R18 refuses a wrong current password, an impossible one, and any if the account has none', async () => {
    const ports = memoryPorts()
    const { change, hash } = await signedIn(ports)
    for (const wrong of ['', wrongPassword, aPassword.toUpperCase(), 'x'.repeat(129), '\ud800']) {
      expect(await change(wrong)).toEqual(currentWrong)
    }
    expect(hash()).toBe(aPasswordHash)
    const { actor } = await aPersonIn(ports, { passwordHash: null })
    expect(await changePassword(ports, { actor, currentPassword: '', newPassword })).toEqual(
      currentWrong,
    )
  })

  it('R19 accepts a temporary password until the instant it expires, and then counts it as wrong', async () => {
    for (const { late, outcome } of [
      { late: -1, outcome: { ok: true } },
      { late: 0, outcome: currentWrong },
    ] as const) {
      const ports = memoryPorts()
      const temporaryPasswordExpiresAt = new Date(ports.clock.now().getTime() - late)
      const overrides = {
        passwordHash: aPasswordHash,
        mustChangePassword: true,
        temporaryPasswordExpiresAt,
      }
      const { account, actor } = await aPersonIn(ports, overrides)
      expect(
        await changePassword(ports, { actor, currentPassword: aPassword, newPassword }),
      ).toMatchObject(outcome)
      expect(failuresOf(ports, account)).toBe(late + 1)
    }
  })

  it('R48 refuses a person deactivated or deleted since the token was issued', async () => {
    const ports = memoryPorts({ passwordHasher: busyPasswordHasher() })
    const { account, change } = await signedIn(ports)
    await ports.transact(async ({ accounts }) =>
      ok(await accounts.update({ ...account, status: 'deactivated' })),
    )
    expect(await change()).toEqual(forbidden)
    ports.database.tables.accounts.delete(account.id)
    expect(await change()).toEqual(forbidden)
  })
})

describe('the attempt limit of changePassword', () => {
  it('R18 R21 verifies at most ten wrong passwords, then returns when to retry', async () => {
    const passwordHasher = watchedPasswordHasher()
    const ports = memoryPorts({ passwordHasher })
    const { change } = await signedIn(ports)
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => change(wrongPassword)))
    expect(passwordHasher.verified).toHaveLength(10)
    expect(
      outcomes.filter((outcome) => !outcome.ok && outcome.error.code === 'password.current_wrong'),
    ).toHaveLength(10)
    expect(await change()).toEqual({
      ok: false,
      error: { code: 'password.guesses_exhausted', retryAfterSeconds: 57 },
    })
  })

  it('R149 records a flood of attempts over the limit as one audit entry', async () => {
    const ports = memoryPorts()
    const { account, change } = await signedIn(ports)
    for (let tries = 0; tries < 30; tries += 1) await change(wrongPassword)
    ports.clock.advance(900_000)
    await recordRefusals(ports)
    const entries = [...ports.database.tables.audit.values()]
    expect(entries.filter(({ action }) => action === 'password.change')).toHaveLength(10)
    const flood = { target: `user:${account.id}`, meta: { refusals: 20 } }
    expect(entries.at(-1)).toMatchObject({ action: 'sign_in.fail', ...flood })
  })

  it('R13 validates at most ten new passwords, however many are sent at once, and gives back those that could not be', async () => {
    let [scored, isUnavailable] = [0, true]
    const score = async () => {
      if (isUnavailable) throw new Unavailable('password-strength', 'busy')
      scored += 1
      return 0 as const
    }
    const ports = memoryPorts({ passwordStrength: { score } })
    const { change } = await signedIn(ports)
    for (let tries = 0; tries < 20; tries += 1) await expect(change()).rejects.toThrow(Unavailable)
    isUnavailable = false
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => change()))
    expect(scored).toBe(10)
    const refused = outcomes.map((outcome) => (outcome.ok ? '' : outcome.error.code))
    expect(refused.filter((code) => code === 'password.guesses_exhausted')).toHaveLength(20)
    expect(ports.database.tables.audit.size).toBe(10)
    ports.clock.advance(900_000)
    await change()
    expect(scored).toBe(11)
  })

  it('counts an attempt only for a wrong current password', async () => {
    const ports = memoryPorts()
    const { actor, account, change } = await signedIn(ports)
    const failures = () =>
      ports.database.tables.attempts.get(`device:${account.id}:${actor.sessionId}`)?.failures
    await change(wrongPassword)
    await change(aPassword, 'x')
    await change(aPassword, aPassword)
    expect(failures()).toBe(1)
    expect(await change()).toMatchObject({ ok: true })
    expect(failures()).toBe(1)
  })

  it('R21 counts no attempt when the server cannot verify', async () => {
    const ports = memoryPorts()
    const { actor } = await signedIn(ports)
    const busy = { ...ports, passwordHasher: busyPasswordHasher() }
    await expect(
      changePassword(busy, { actor, currentPassword: aPassword, newPassword }),
    ).rejects.toThrow(Unavailable)
    expect([...ports.database.tables.attempts.values()].map(({ failures }) => failures)).toEqual([
      0,
    ])
  })
})

describe('concurrent changes of changePassword', () => {
  it('R18 performs one of several concurrent changes and refuses the others, whose password is no longer the current one', async () => {
    const ports = memoryPorts()
    const { account, change } = await signedIn(ports)
    const outcomes = await Promise.all(
      Array.from({ length: 9 }, (_, position) =>
        change(aPassword, `horse battery number ${position}`),
      ),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual(
      Array.from({ length: 8 }, () => ({ ok: false, error: { code: 'password.current_wrong' } })),
    )
    expect(ports.database.tables.accounts.get(account.id)?.passwordEpoch).toBe(2)
    const audited = [...ports.database.tables.audit.values()].map(({ outcome }) => outcome)
    expect(audited.toSorted()).toEqual([...Array<string>(8).fill('failure'), 'success'])
  })

  it('R42 refuses a person deactivated while the new password was hashed', async () => {
    const ports = memoryPorts()
    const { account, actor } = await signedIn(ports)
    const hash = async () => {
      await ports.transact(async ({ accounts }) =>
        ok(await accounts.update({ ...account, status: 'deactivated' })),
      )
      return 'a new hash'
    }
    const slow = { ...ports, passwordHasher: { ...ports.passwordHasher, hash } }
    expect(await changePassword(slow, { actor, currentPassword: aPassword, newPassword })).toEqual(
      forbidden,
    )
    expect(ports.database.tables.accounts.get(account.id)?.passwordHash).toBe(aPasswordHash)
  })

  it('R147 refuses a person whose session ended while the new password was hashed', async () => {
    const ports = memoryPorts()
    const { account, session, actor, hash: stored } = await signedIn(ports)
    const hash = async () => {
      await ports.transact(async ({ sessions }) => ok(await sessions.end(account.id, session.id)))
      return 'a new hash'
    }
    const slow = { ...ports, passwordHasher: { ...ports.passwordHasher, hash } }
    expect(await changePassword(slow, { actor, currentPassword: aPassword, newPassword })).toEqual(
      forbidden,
    )
    expect(stored()).toBe(aPasswordHash)
  })
})
