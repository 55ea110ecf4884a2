import { describe, expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import { anEnrolledPersonIn, failuresOf, memoryPorts, type MemoryPorts } from '../testing/index.ts'
import { disableSecondFactor } from './disable-second-factor.ts'

const errorOf = (code: string) => ({ ok: false, error: { code } })
const stored = (
  { database }: MemoryPorts,
  { id }: Awaited<ReturnType<typeof anEnrolledPersonIn>>['account'],
) => database.tables.accounts.get(id)

describe('disableSecondFactor', () => {
  it('R30 removes the second factor and its recovery codes with a fresh code or recovery code, and is audited', async () => {
    for (const isCode of [true, false]) {
      const ports = memoryPorts()
      const { account, actor, code, recoveryCodes } = await anEnrolledPersonIn(ports)
      const proof = isCode ? { code: code() } : { recoveryCode: recoveryCodes[0]! }
      expect(await disableSecondFactor(ports, { actor, proof })).toEqual({ ok: true, value: null })
      expect(stored(ports, account)).toMatchObject({ mfaSecret: null, mfaEnabledAt: null })
      expect(ports.database.tables.recoveryCodes.get(account.id)?.size).toBe(0)
      expect([...ports.database.tables.audit.values()]).toMatchObject([
        {
          action: 'second_factor.disable',
          actorId: account.id,
          target: `user:${account.id}`,
          outcome: 'success',
        },
      ])
    }
  })

  it('R30 refuses without a correct proof', async () => {
    const ports = memoryPorts()
    const [ada, eve] = [await anEnrolledPersonIn(ports), await anEnrolledPersonIn(ports)]
    for (const proof of [
      { code: '000000' },
      { code: eve.code() },
      { recoveryCode: eve.recoveryCodes[0]! },
      { recoveryCode: '' },
    ]) {
      expect(await disableSecondFactor(ports, { actor: ada.actor, proof })).toEqual(
        errorOf('second_factor.code_refused'),
      )
    }
    expect(stored(ports, ada.account)).toEqual(ada.account)
    expect([...ports.database.tables.audit.values()].map(({ outcome }) => outcome)).toEqual(
      Array(4).fill('failure'),
    )
  })

  it('R27 refuses a code that was used before', async () => {
    const ports = memoryPorts()
    const { account, actor, seed, code } = await anEnrolledPersonIn(ports)
    const step = ports.oneTimeCodes.matchingStep(seed, code(), ports.clock.now())!
    await ports.transact(async ({ accounts }) =>
      ok(await accounts.consumeTimeStep(account.id, step)),
    )
    expect(await disableSecondFactor(ports, { actor, proof: { code: code() } })).toEqual(
      errorOf('second_factor.code_refused'),
    )
  })

  it('R30 refuses if the second factor becomes required while the code is verified', async () => {
    const ports = memoryPorts()
    const { account, actor, code } = await anEnrolledPersonIn(ports)
    const take: typeof ports.attemptLimits.take = async (...attempt) => {
      await ports.transact(async ({ settings }) =>
        ok(await settings.update({ mfaRequiredRoles: [account.role] })),
      )
      return ports.attemptLimits.take(...attempt)
    }
    const changing = { ...ports, attemptLimits: { ...ports.attemptLimits, take } }
    expect(await disableSecondFactor(changing, { actor, proof: { code: code() } })).toEqual(
      errorOf('second_factor.mandatory'),
    )
    expect(stored(ports, account)).toEqual(account)
  })

  it('R30 refuses if the current role and settings require a second factor, and consumes no code', async () => {
    for (const role of ['Owner', 'Admin', 'Member'] as const) {
      const ports = memoryPorts()
      const { account, actor, code } = await anEnrolledPersonIn(ports, { role })
      await ports.transact(async ({ settings }) =>
        ok(await settings.update({ mfaRequiredRoles: [role] })),
      )
      const disable = () =>
        disableSecondFactor(ports, { actor: { ...actor, role: 'Member' }, proof: { code: code() } })
      expect(await disable()).toEqual(errorOf('second_factor.mandatory'))
      expect([stored(ports, account), failuresOf(ports, account)]).toEqual([account, 0])
      // It can be repeated for ever, and entries of the audit log are permanent.
      expect(ports.database.tables.audit.size).toBe(0)
      await ports.transact(async ({ settings }) =>
        ok(await settings.update({ mfaRequiredRoles: [] })),
      )
      expect(await disable()).toMatchObject({ ok: true })
    }
  })
})
