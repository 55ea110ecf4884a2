import { describe, expect, it } from 'vitest'
import { roles, type AccountId } from '../model/accounts/account.ts'
import { operator } from '../model/actor.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import {
  aChallengeIn,
  anEnrolledPersonIn,
  aPersonIn,
  aSessionIn,
  memoryPorts,
  newId,
} from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { resetSecondFactor } from './reset-second-factor.ts'

const forbidden = { ok: false, error: { code: 'account.forbidden' } }
const done = { ok: true, value: null }
const away = () => Promise.reject(new Unavailable('database', 'Away.'))

describe('resetSecondFactor', () => {
  onlyAdministrators((ports, actor) =>
    resetSecondFactor(ports, { actor, userId: newId() as AccountId }),
  )

  it('R51 lets an Owner reset everyone else, an Admin Members, a Member no one, and no one themselves', async () => {
    const permitted = { Owner: ['Owner', 'Admin', 'Member'], Admin: ['Member'], Member: [] }
    for (const role of roles) {
      const ports = memoryPorts()
      const { account, actor } = await anEnrolledPersonIn(ports, { role })
      const allowed: string[] = []
      for (const target of [...roles, 'self'] as const) {
        const other =
          target === 'self' ? account : (await anEnrolledPersonIn(ports, { role: target })).account
        const outcome = await resetSecondFactor(ports, { actor, userId: other.id })
        expect([done, forbidden]).toContainEqual(outcome)
        if (outcome.ok) allowed.push(target)
        const { mfaEnabledAt } = ports.database.tables.accounts.get(other.id)!
        expect(mfaEnabledAt === null).toBe(outcome.ok)
      }
      expect({ role, allowed }).toEqual({ role, allowed: permitted[role] })
    }
  })

  it('R51 lets the operator reset anyone, including the last Owner and deactivated accounts', async () => {
    const ports = memoryPorts()
    for (const overrides of [
      { role: 'Owner' },
      { role: 'Member', status: 'deactivated' },
    ] as const) {
      const { account } = await anEnrolledPersonIn(ports, overrides)
      expect(await resetSecondFactor(ports, { actor: operator, userId: account.id })).toEqual(done)
    }
  })

  it('R42 removes the secret, recovery codes, challenges and sessions of this person only, and is audited', async () => {
    const ports = memoryPorts()
    const [{ actor }, target, other] = [
      await aPersonIn(ports, { role: 'Owner' }),
      await anEnrolledPersonIn(ports),
      await anEnrolledPersonIn(ports),
    ]
    for (const { account } of [target, other]) {
      await aSessionIn(ports, account)
      await aChallengeIn(ports, account)
    }
    const userId = target.account.id
    expect(await resetSecondFactor(ports, { actor, userId })).toEqual(done)
    const { accounts, recoveryCodes, sessions, challenges, audit } = ports.database.tables
    expect(accounts.get(userId)).toEqual({
      ...target.account,
      mfaSecret: null,
      mfaEnabledAt: null,
      updatedAt: ports.clock.now(),
    })
    expect(accounts.get(other.account.id)).toEqual(other.account)
    expect([recoveryCodes.get(userId)?.size, recoveryCodes.get(other.account.id)?.size]).toEqual([
      0, 2,
    ])
    expect([...sessions.values()]).toMatchObject([{ userId: other.account.id }])
    expect([...challenges.values()]).toMatchObject([{ challenge: { userId: other.account.id } }])
    expect([...audit.values()]).toMatchObject([
      { action: 'second_factor.reset', actorId: actor.userId, target: `user:${userId}` },
    ])
  })

  it('R25 clears an exhausted attempt limit, but only when authorized', async () => {
    const ports = memoryPorts()
    const { account, actor } = await anEnrolledPersonIn(ports)
    const bucket = `account:${account.id}` as const
    const limit = { failuresMax: 1, windowSeconds: 900, firstDelaySeconds: 60, consecutiveMax: 1 }
    await ports.attemptLimits.take(bucket, limit)
    await resetSecondFactor(ports, { actor, userId: account.id })
    expect(await ports.attemptLimits.take(bucket, limit)).toEqual({
      allowed: false,
      retryAfterSeconds: null,
    })
    await resetSecondFactor(ports, { actor: operator, userId: account.id })
    expect(await ports.attemptLimits.take(bucket, limit)).toMatchObject({ allowed: true })
  })

  it('succeeds although the attempts can no longer be cleared', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports)
    const failing = { ...ports, attemptLimits: { ...ports.attemptLimits, clear: away } }
    expect(await resetSecondFactor(failing, { actor: operator, userId: account.id })).toEqual(done)
    expect(ports.database.tables.accounts.get(account.id)).toMatchObject({ mfaEnabledAt: null })
  })

  it('reports an unknown id as not found', async () => {
    const userId = newId() as AccountId
    const refused = await resetSecondFactor(memoryPorts(), { actor: operator, userId })
    expect(refused).toEqual({ ok: false, error: { code: 'account.not_found', identifier: userId } })
  })
})
