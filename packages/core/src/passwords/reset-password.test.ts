import { describe, expect, it } from 'vitest'
import type { Anonymous } from '../model/actor.ts'
import { signIn } from '../sign-in/sign-in.ts'
import { accountBucket } from '../attempt-limits/attempt-limits.ts'
import { verifySecondFactor } from '../sign-in/verify-second-factor.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import {
  aChallengeIn,
  aDate,
  aDevice,
  anEnrolledPersonIn,
  anOrigin,
  aPassword,
  aPasswordHash,
  aPasswordResetIn,
  aPersonIn,
  aSessionIn,
  busyPasswordHasher,
  memoryBreachedPasswords,
  memoryPorts,
  newId,
  noticesTo,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'
import { passwordResetAttemptsMax } from '../model/passwords/password-reset.ts'
import { resetPassword } from './reset-password.ts'

const actor: Anonymous = { kind: 'anonymous', via: 'web', ...anOrigin }
const invalid = { ok: false, error: { code: 'account.token_invalid' } }
const done = { ok: true, value: { deviceToken: null } }
const newPassword = 'another horse battery'

/** A person with a password and a reset link. */
async function withLink(ports: MemoryPorts, overrides: Parameters<typeof aPersonIn>[1] = {}) {
  const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash, ...overrides })
  const token = await aPasswordResetIn(ports, account)
  const reset = (password = newPassword) =>
    resetPassword(ports, { actor, token, newPassword: password })
  return { account, token, reset, stored: () => ports.database.tables.accounts.get(account.id) }
}

/** Transactions of a database that is full after the first few. */
function fullAfter(transact: MemoryPorts['transact'], count: number): MemoryPorts['transact'] {
  let begun = 0
  return (work) => {
    begun += 1
    return begun > count ? Promise.reject(new Error('full')) : transact(work)
  }
}

const fail = () => Promise.reject(new Error('busy'))

const away = () => Promise.reject(new Unavailable('database', 'Away.'))

describe('resetPassword', () => {
  it('R58 sets the new password once', async () => {
    const ports = memoryPorts()
    const { account, reset, stored } = await withLink(ports)
    expect(await reset()).toEqual(done)
    const now = ports.clock.now()
    expect(stored()).toEqual({
      ...account,
      passwordHash: `hash of ${newPassword}`,
      passwordEpoch: 2,
      updatedAt: now,
    })
    expect(await reset('yet another horse battery')).toEqual(invalid)
    expect(stored()?.passwordHash).toBe(`hash of ${newPassword}`)
  })

  it('R58 sets the password for one of twenty concurrent calls', async () => {
    const ports = memoryPorts()
    const { reset, stored } = await withLink(ports)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, position) => reset(`horse battery number ${position}`)),
    )
    expect(outcomes.filter(({ ok }) => ok)).toEqual([done])
    expect(outcomes.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 19 }, () => invalid))
    expect(stored()?.passwordEpoch).toBe(2)
  })

  it('R42 R33 ends every session and challenge, and notifies the person', async () => {
    const ports = memoryPorts()
    const { account, reset } = await withLink(ports)
    const other = await aPersonIn(ports)
    const foreign = await aSessionIn(ports, other.account)
    await aSessionIn(ports, account)
    await aChallengeIn(ports, account)
    valueOf(await reset())
    const { challenges, sessions } = ports.database.tables
    expect([[...sessions.keys()], challenges.size]).toEqual([[foreign.session.id], 0])
    expect(noticesTo(ports, account)).toEqual([{ kind: 'password_changed' }])
  })

  it('R31 opens no session and skips no second factor', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports)
    const token = await aPasswordResetIn(ports, account)
    expect(await resetPassword(ports, { actor, token, newPassword })).toEqual(done)
    expect([ports.database.tables.sessions.size, ports.database.tables.challenges.size]).toEqual([
      0, 0,
    ])
    const step = valueOf(
      await signIn(ports, {
        ...aDevice,
        email: account.email,
        password: newPassword,
        rememberMe: false,
      }),
    )
    expect(step.kind).toBe('second_factor')
  })

  it('R19 replaces a temporary password with a permanent one, even an expired one', async () => {
    const ports = memoryPorts()
    const temporaryPasswordExpiresAt = new Date(ports.clock.now().getTime() - 1)
    const { reset, stored } = await withLink(ports, {
      mustChangePassword: true,
      temporaryPasswordExpiresAt,
    })
    expect(await reset()).toEqual(done)
    expect(stored()).toMatchObject({ mustChangePassword: false, temporaryPasswordExpiresAt: null })
  })

  it('R25 works while the attempt limit is exhausted, and clears it', async () => {
    const ports = memoryPorts()
    const { account, reset } = await withLink(ports)
    const limit = { failuresMax: 1, windowSeconds: 900, firstDelaySeconds: 900, consecutiveMax: 1 }
    await ports.attemptLimits.take(accountBucket(account.id), limit)
    await reset('Short7!')
    expect(await ports.attemptLimits.take(accountBucket(account.id), limit)).toEqual({
      allowed: false,
      retryAfterSeconds: null,
    })
    expect(await reset()).toEqual(done)
    expect(await ports.attemptLimits.take(accountBucket(account.id), limit)).toMatchObject({
      allowed: true,
    })
  })

  it.each([{}, { mfaEnabledAt: aDate, mfaSecret: 'a secret' }])(
    'succeeds although the attempts can no longer be settled: %o',
    async (overrides) => {
      const ports = memoryPorts()
      const attemptLimits = { ...ports.attemptLimits, clear: away, refund: away }
      const { reset } = await withLink({ ...ports, attemptLimits }, overrides)
      expect(await reset()).toEqual(done)
    },
  )

  it('R24 R25 returns one attempt at the second factor, enough for the correct code, and no more', async () => {
    const ports = memoryPorts()
    const { account, code } = await anEnrolledPersonIn(ports)
    const verify = async (proof: { readonly code: string }) =>
      verifySecondFactor(ports, {
        ...aDevice,
        challenge: await aChallengeIn(ports, stored()),
        proof,
      })
    const stored = () => ports.database.tables.accounts.get(account.id)!
    const resetTo = async (password: string) =>
      resetPassword(ports, {
        actor,
        token: await aPasswordResetIn(ports, stored()),
        newPassword: password,
      })
    for (let tries = 0; tries < 10; tries += 1) await verify({ code: '000000' })
    expect(await verify({ code: code() })).toMatchObject({ ok: false })

    expect(await resetTo(newPassword)).toEqual(done)
    await verify({ code: '000000' })
    expect(await verify({ code: code() })).toMatchObject({ ok: false })

    expect(await resetTo('yet another horse battery')).toEqual(done)
    const signedIn = await signIn(ports, {
      ...aDevice,
      email: account.email,
      password: 'yet another horse battery',
      rememberMe: false,
    })
    expect(signedIn).toMatchObject({ ok: true, value: { kind: 'second_factor' } })
    expect(await verify({ code: code() })).toMatchObject({ ok: true, value: { kind: 'signed_in' } })
  })

  it('R62 audits success as the person and failure as anonymous, without the token or the passwords', async () => {
    const ports = memoryPorts()
    const { account, reset } = await withLink(ports)
    await reset(aPassword)
    await reset()
    const entries = [...ports.database.tables.audit.values()]
    const target = `user:${account.id}`
    expect(entries).toMatchObject([
      {
        action: 'password.reset',
        actorId: null,
        target,
        outcome: 'failure',
        meta: { reason: 'same_as_current' },
      },
      { action: 'password.reset', actorId: account.id, target, outcome: 'success', ...anOrigin },
    ])
    expect(JSON.stringify([entries, ports.log.lines])).not.toMatch(/horse|token-/)
  })
})

describe('resetPassword refuses', () => {
  it('R58 R13 every invalid token in the same way, before a password is validated or hashed', async () => {
    const unasked = {
      passwordStrength: { score: () => expect.unreachable('scored') },
      passwordHasher: busyPasswordHasher(),
    }
    const ports = memoryPorts(unasked)
    const expired = await withLink(ports)
    ports.clock.advance(3_600_000)
    const superseded = await withLink(ports)
    await aPasswordResetIn(ports, superseded.account)
    const deactivated = await withLink(ports, { status: 'deactivated' })
    const challenge = await aChallengeIn(ports, deactivated.account)
    const tokens = [expired, superseded, deactivated].map(({ token }) => token)
    for (const token of [...tokens, challenge, 'token-99', newId(), ''])
      expect(await resetPassword(ports, { actor, token, newPassword })).toEqual(invalid)
  })

  it('R16 R18 a password that breaks the policy or is the current one, and the link stays valid', async () => {
    const ports = memoryPorts({ breachedPasswords: memoryBreachedPasswords('password1') })
    const { account, reset, stored } = await withLink(ports)
    const reasonsOf = async (password: string) => {
      const outcome = await reset(password)
      return outcome.ok || outcome.error.code !== 'password.rejected'
        ? outcome
        : outcome.error.reasons
    }
    expect(await reasonsOf('Short7!')).toEqual(['too_short'])
    expect(await reasonsOf('password1')).toEqual(['breached'])
    expect(await reasonsOf(account.email)).toEqual(['too_weak'])
    expect(await reasonsOf(aPassword)).toEqual(['same_as_current'])
    expect([stored(), ports.database.tables.jobs.size]).toEqual([account, 0])
    expect(await reset()).toEqual(done)
  })

  it('R13 further passwords for one token once its attempts are exhausted', async () => {
    const ports = memoryPorts()
    const { reset } = await withLink(ports)
    for (let tries = 0; tries < passwordResetAttemptsMax; tries += 1)
      expect(await reset('Short7!')).toMatchObject({ error: { code: 'password.rejected' } })
    expect(await reset()).toEqual(invalid)
  })

  it('R24 to say of a second password whether it is the current one', async () => {
    const ports = memoryPorts()
    const { reset, stored } = await withLink(ports)
    const others = Array.from({ length: 19 }, (_, position) => `horse battery number ${position}`)
    const outcomes = await Promise.all([...others, aPassword].map((password) => reset(password)))
    expect(outcomes.filter(({ ok }) => ok)).toEqual([done])
    expect(outcomes.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 19 }, () => invalid))
    expect(stored()?.passwordEpoch).toBe(2)
  })

  it('R24 to compare another password after one that differed, even if it could not be stored', async () => {
    const ports = memoryPorts()
    const { account, token, reset, stored } = await withLink(ports)
    const isFull = { ...ports, transact: fullAfter(ports.transact, 1) }
    await expect(resetPassword(isFull, { actor, token, newPassword })).rejects.toThrow('full')
    expect([await reset(aPassword), await reset()]).toEqual([invalid, invalid])
    expect(stored()).toEqual(account)
  })

  it('no password of a link whose earlier one could not be hashed or compared', async () => {
    const ports = memoryPorts()
    const { token, reset } = await withLink(ports)
    for (const busy of [{ hash: fail }, { verify: fail }]) {
      const passwordHasher = { ...ports.passwordHasher, ...busy }
      const refused = resetPassword({ ...ports, passwordHasher }, { actor, token, newPassword })
      await expect(refused).rejects.toThrow('busy')
    }
    expect(await reset()).toEqual(done)
  })

  it('R58 a token that is voided while the password is hashed', async () => {
    const ports = memoryPorts()
    const { account, token, stored } = await withLink(ports)
    const hash = async (password: string) => {
      await aPasswordResetIn(ports, account)
      return `hash of ${password}`
    }
    const racing = { ...ports, passwordHasher: { ...ports.passwordHasher, hash } }
    expect(await resetPassword(racing, { actor, token, newPassword })).toEqual(invalid)
    expect(stored()).toEqual(account)
  })
})
