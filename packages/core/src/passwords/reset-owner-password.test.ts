import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { accountBucket } from '../attempt-limits/attempt-limits.ts'
import {
  anAccount,
  anEnrolledPersonIn,
  aPassword,
  aPasswordHash,
  aPersonIn,
  aSessionIn,
  memoryPorts,
  noticesTo,
  overtakenAt,
  valueOf,
} from '../testing/index.ts'
import { resetOwnerPassword } from './reset-owner-password.ts'

const newPassword = 'another horse battery'
const notOnlyOwner = { ok: false, error: { code: 'account.not_only_owner' } }
const away = () => Promise.reject(new Unavailable('database', 'Away.'))

describe('resetOwnerPassword', () => {
  it('R42 R33 sets the password of the only Owner, ends every session, notifies them, and keeps the second factor', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports, {
      role: 'Owner',
      email: 'ada@example.com',
      mustChangePassword: true,
    })
    await aSessionIn(ports, account)
    const reset = await resetOwnerPassword(ports, {
      actor: operator,
      email: ' ADA@example.com',
      newPassword,
    })
    expect(valueOf(reset)).toMatchObject({ account: { id: account.id }, temporary: null })
    const { accounts, sessions } = ports.database.tables
    expect(accounts.get(account.id)).toMatchObject({
      passwordHash: `hash of ${newPassword}`,
      mustChangePassword: false,
      mfaEnabledAt: account.mfaEnabledAt,
    })
    expect(sessions.size).toBe(0)
    expect(noticesTo(ports, account)).toEqual([{ kind: 'password_changed' }])
  })

  it('R19 generates a temporary password when none is given', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { role: 'Owner' })
    const { temporary } = valueOf(
      await resetOwnerPassword(ports, { actor: operator, email: account.email, newPassword: null }),
    )
    const expiresAt = new Date(ports.clock.now().getTime() + 24 * 3_600_000)
    expect(temporary).toEqual({ password: expect.any(String), expiresAt })
    expect(ports.database.tables.accounts.get(account.id)).toMatchObject({
      passwordHash: `hash of ${temporary?.password}`,
      mustChangePassword: true,
      temporaryPasswordExpiresAt: expiresAt,
    })
  })

  it('R50 refuses when there is another Owner after it locks the Owners', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { role: 'Owner' })
    const transact = overtakenAt(ports.transact, 'lockOwners', ({ accounts }) =>
      accounts.insert(anAccount({ role: 'Owner' })),
    )
    const reset = resetOwnerPassword(
      { ...ports, transact },
      { actor: operator, email: account.email, newPassword },
    )
    expect(await reset).toEqual(notOnlyOwner)
  })

  it('works only for the only active Owner', async () => {
    const ports = memoryPorts()
    const { account: owner } = await aPersonIn(ports, { role: 'Owner' })
    const others = await Promise.all(
      ([{}, { role: 'Admin' }, { role: 'Owner', status: 'deactivated' }] as const).map((kind) =>
        aPersonIn(ports, kind),
      ),
    )
    const reset = (email: string) =>
      resetOwnerPassword(ports, { actor: operator, email, newPassword })
    for (const { account } of others) expect(await reset(account.email)).toEqual(notOnlyOwner)
    expect(await reset(owner.email)).toMatchObject({ ok: true })
    const { account: second } = await aPersonIn(ports, { role: 'Owner' })
    for (const { email } of [owner, second]) expect(await reset(email)).toEqual(notOnlyOwner)
  })

  it('checks for a second Owner again after the hash', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { role: 'Owner' })
    const hash = async (password: string) => {
      await aPersonIn(ports, { role: 'Owner' })
      return `hash of ${password}`
    }
    const racing = { ...ports, passwordHasher: { ...ports.passwordHasher, hash } }
    const outcome = await resetOwnerPassword(racing, {
      actor: operator,
      email: account.email,
      newPassword,
    })
    expect(outcome).toEqual(notOnlyOwner)
    expect(ports.database.tables.accounts.get(account.id)).toEqual(account)
  })

  it('R16 R18 refuses a password that breaks the policy or is the current one, and an unknown address', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { role: 'Owner', passwordHash: aPasswordHash })
    const reset = (password: string, email: string = account.email) =>
      resetOwnerPassword(ports, { actor: operator, email, newPassword: password })
    expect(await reset('Short7!')).toMatchObject({ error: { reasons: ['too_short'] } })
    expect(await reset(account.email)).toMatchObject({ error: { reasons: ['too_weak'] } })
    expect(await reset(aPassword)).toMatchObject({ error: { reasons: ['same_as_current'] } })
    for (const email of ['bob@example.com', 'none'])
      expect(await reset(newPassword, email)).toEqual({
        ok: false,
        error: { code: 'account.not_found', identifier: email },
      })
    expect(ports.database.tables.accounts.get(account.id)).toEqual(account)
  })

  it('R62 R25 is audited without the password, and clears the attempt limit', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { role: 'Owner' })
    const limit = { failuresMax: 1, windowSeconds: 900, firstDelaySeconds: 900, consecutiveMax: 1 }
    await ports.attemptLimits.take(accountBucket(account.id), limit)
    await resetOwnerPassword(ports, { actor: operator, email: account.email, newPassword })
    const entries = [...ports.database.tables.audit.values()]
    expect(entries).toMatchObject([
      {
        action: 'password.reset',
        via: 'cli',
        target: `user:${account.id}`,
        meta: { temporary: false },
      },
    ])
    expect(JSON.stringify(entries)).not.toContain('horse')
    expect(await ports.attemptLimits.take(accountBucket(account.id), limit)).toMatchObject({
      allowed: true,
    })
  })

  it('returns the password that it stored although the attempts can no longer be cleared', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { role: 'Owner' })
    const failing = { ...ports, attemptLimits: { ...ports.attemptLimits, clear: away } }
    const { temporary } = valueOf(
      await resetOwnerPassword(failing, {
        actor: operator,
        email: account.email,
        newPassword: null,
      }),
    )
    expect(ports.database.tables.accounts.get(account.id)).toMatchObject({
      passwordHash: `hash of ${temporary?.password}`,
    })
  })
})
