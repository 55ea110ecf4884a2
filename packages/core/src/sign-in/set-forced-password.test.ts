import { describe, expect, it } from 'vitest'
import { profileOf } from '../model/accounts/account.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import {
  aChallengeIn,
  aDevice,
  anEnrolledPersonIn,
  aPassword,
  aPasswordHash,
  aPersonIn,
  aSessionIn,
  busyPasswordHasher,
  memoryBreachedPasswords,
  memoryPorts,
  newId,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'
import type { Challenge } from '../model/sign-in/challenge.ts'
import { setForcedPassword } from './set-forced-password.ts'
import { signIn } from './sign-in.ts'

const refused = { ok: false, error: { code: 'sign_in.refused' } }
const newPassword = 'another horse battery'

/** A person who has signed in with a temporary password. */
async function atPasswordChange(ports: MemoryPorts, overrides: Partial<Challenge> = {}) {
  const temporaryPasswordExpiresAt = new Date(ports.clock.now().getTime() + 3_600_000)
  const { account } = await aPersonIn(ports, {
    passwordHash: aPasswordHash,
    mustChangePassword: true,
    temporaryPasswordExpiresAt,
  })
  const challenge = await aChallengeIn(ports, account, { stage: 'password_change', ...overrides })
  const set = (password = newPassword) =>
    setForcedPassword(ports, { ...aDevice, challenge, newPassword: password })
  return { account, challenge, set, stored: () => ports.database.tables.accounts.get(account.id) }
}

describe('setForcedPassword', () => {
  it('R19 replaces the temporary password and opens the session', async () => {
    const ports = memoryPorts()
    const { account, set, stored } = await atPasswordChange(ports, { rememberMe: true })
    const step = valueOf(await set())
    expect(stored()).toEqual({
      ...account,
      passwordHash: `hash of ${newPassword}`,
      passwordEpoch: 2,
      mustChangePassword: false,
      temporaryPasswordExpiresAt: null,
      updatedAt: ports.clock.now(),
      lastSignInAt: ports.clock.now(),
    })
    expect(step).toMatchObject({
      kind: 'signed_in',
      account: profileOf(stored()!),
      rememberMe: true,
    })
    const again = await signIn(ports, {
      ...aDevice,
      email: account.email,
      password: aPassword,
      rememberMe: false,
    })
    expect(again).toEqual(refused)
  })

  it("R42 ends every session and every other challenge of the person, and no one else's", async () => {
    const ports = memoryPorts()
    const { account, set } = await atPasswordChange(ports)
    const other = await aPersonIn(ports)
    const foreign = [
      await aSessionIn(ports, other.account),
      await aChallengeIn(ports, other.account),
    ] as const
    const [old] = [await aSessionIn(ports, account), await aChallengeIn(ports, account)]
    valueOf(await set())
    const sessions = [...ports.database.tables.sessions.keys()]
    expect([
      sessions.length,
      sessions.includes(old.session.id),
      sessions.includes(foreign[0].session.id),
    ]).toEqual([2, false, true])
    const challenges = [...ports.database.tables.challenges.values()]
    expect(challenges).toMatchObject([{ digest: ports.secrets.digest(foreign[1]) }])
  })

  it('R30 leads to enrolment if the role requires it, with a challenge bound to the new password', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, {
      role: 'Admin',
      passwordHash: aPasswordHash,
      mustChangePassword: true,
    })
    const challenge = await aChallengeIn(ports, account, {
      stage: 'password_change',
      rememberMe: true,
    })
    const step = valueOf(await setForcedPassword(ports, { ...aDevice, challenge, newPassword }))
    expect(step).toMatchObject({ kind: 'second_factor_enrolment' })
    const [row] = [...ports.database.tables.challenges.values()]
    expect(row?.challenge).toMatchObject({
      stage: 'second_factor_enrolment',
      passwordEpoch: 2,
      rememberMe: true,
    })
    expect(ports.database.tables.sessions.size).toBe(0)
  })

  it('R62 audits success as the person and failure as anonymous, without any password', async () => {
    const ports = memoryPorts()
    const { account, set } = await atPasswordChange(ports)
    await set(aPassword)
    await set()
    const entries = [...ports.database.tables.audit.values()]
    expect(entries).toMatchObject([
      {
        action: 'password.change',
        actorId: null,
        outcome: 'failure',
        meta: { reason: 'same_as_current' },
      },
      { action: 'password.change', actorId: account.id, outcome: 'success' },
      { action: 'sign_in.succeed' },
    ])
    expect(JSON.stringify([entries, ports.log.lines])).not.toMatch(/horse|hash/)
  })
})

describe('refusals of setForcedPassword', () => {
  it('R16 R18 refuses a password that breaks the policy or repeats the temporary one, and the challenge stays valid', async () => {
    const ports = memoryPorts({ breachedPasswords: memoryBreachedPasswords('password1') })
    const { account, set, stored } = await atPasswordChange(ports)
    const reasonsOf = async (password: string) => {
      const outcome = await set(password)
      return outcome.ok || outcome.error.code !== 'password.rejected'
        ? outcome
        : outcome.error.reasons
    }
    expect(await reasonsOf('Short7!')).toEqual(['too_short'])
    expect(await reasonsOf('password1')).toEqual(['breached'])
    expect(await reasonsOf(account.email)).toEqual(['too_weak'])
    expect(await reasonsOf(aPassword)).toEqual(['same_as_current'])
    expect([stored(), ports.database.tables.sessions.size]).toEqual([account, 0])
    expect(await set()).toMatchObject({ ok: true })
  })

  it('R26 accepts a valid password at the fifth attempt but not at the sixth', async () => {
    for (const { rejections, outcome } of [
      { rejections: 4, outcome: { ok: true } },
      { rejections: 5, outcome: refused },
    ] as const) {
      const { set } = await atPasswordChange(memoryPorts())
      for (let tries = 0; tries < rejections; tries += 1) {
        expect(await set('Short7!')).toMatchObject({ error: { code: 'password.rejected' } })
      }
      expect(await set()).toMatchObject(outcome)
    }
  })

  it('R21 counts no attempt when the server cannot verify', async () => {
    const ports = memoryPorts()
    const { challenge, set } = await atPasswordChange(ports)
    const busy = { ...ports, passwordHasher: busyPasswordHasher() }
    for (let tries = 0; tries < 6; tries += 1) {
      await expect(setForcedPassword(busy, { ...aDevice, challenge, newPassword })).rejects.toThrow(
        Unavailable,
      )
    }
    expect(await set()).toMatchObject({ ok: true })
  })

  it('R13 scores, looks up and hashes nothing without a live challenge of this stage', async () => {
    const ports = memoryPorts({
      breachedPasswords: { check: () => expect.unreachable('asked about a breach') },
      passwordHasher: busyPasswordHasher(),
      passwordStrength: { score: () => expect.unreachable('scored') },
    })
    const { account, challenge } = await atPasswordChange(ports)
    const present = (presented: string) =>
      setForcedPassword(ports, { ...aDevice, challenge: presented, newPassword })
    for (const other of [await aChallengeIn(ports, account), 'token-0', newId()])
      expect(await present(other)).toEqual(refused)
    ports.clock.advance(300_000)
    expect(await present(challenge)).toEqual(refused)
  })

  it('R26 leads to the second factor first if the challenge has not passed it', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports, {
      passwordHash: aPasswordHash,
      mustChangePassword: true,
    })
    const step = async (secondFactorPassed: boolean, password: string) => {
      const { passwordEpoch } = ports.database.tables.accounts.get(account.id)!
      const challenge = await aChallengeIn(ports, account, {
        stage: 'password_change',
        secondFactorPassed,
        passwordEpoch,
      })
      return valueOf(
        await setForcedPassword(ports, { ...aDevice, challenge, newPassword: password }),
      )
    }
    expect(await step(false, newPassword)).toMatchObject({ kind: 'second_factor' })
    expect(ports.database.tables.sessions.size).toBe(0)
    expect(await step(true, `${newPassword} again`)).toMatchObject({ kind: 'signed_in' })
  })

  it('R26 R31 accepts a challenge once over any number of concurrent requests', async () => {
    const ports = memoryPorts()
    const { set, stored } = await atPasswordChange(ports)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, position) => set(`horse battery number ${position}`)),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(outcomes.find((outcome) => !outcome.ok)).toEqual(refused)
    expect([stored()?.passwordEpoch, ports.database.tables.sessions.size]).toEqual([2, 1])
  })

  it("R32 ends the browser's previous session, even another person's", async () => {
    const ports = memoryPorts()
    const { challenge } = await atPasswordChange(ports)
    const planted = await aSessionIn(ports, (await aPersonIn(ports)).account)
    const { refreshToken: previousRefreshToken } = planted
    valueOf(
      await setForcedPassword(ports, { ...aDevice, challenge, newPassword, previousRefreshToken }),
    )
    expect([...ports.database.tables.sessions.keys()]).toEqual([
      expect.not.stringContaining(planted.session.id),
    ])
  })
})
