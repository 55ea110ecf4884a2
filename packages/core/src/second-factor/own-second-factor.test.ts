import { describe, expect, it } from 'vitest'
import type { Account } from '../model/accounts/account.ts'
import { err, ok } from '../model/result.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import {
  anEnrolledPersonIn,
  aPersonIn,
  failuresOf,
  memoryPorts,
  type MemoryPorts,
} from '../testing/index.ts'
import { recordRefusals } from '../sign-in/record-refusals.ts'
import { withOwnSecondFactor } from './own-second-factor.ts'
import type { SecondFactorProof } from '../credentials/second-factor.ts'

const errorOf = (code: string) => ({ ok: false, error: { code } })
const wrong = { code: '000000' }
const done = { ok: true, value: 'prepared' }
const fault = () => Promise.reject(new Error('fault'))

const action = 'second_factor.disable'

type Person = Pick<Awaited<ReturnType<typeof anEnrolledPersonIn>>, 'account' | 'actor'>

/** Counts how often the act is prepared and run. */
function counted() {
  const counts = { prepared: 0, worked: 0 }
  const run = (
    ports: MemoryPorts,
    { actor }: Pick<Person, 'actor'>,
    proof: SecondFactorProof,
    state: 'enabled' | 'enrolling' = 'enabled',
  ) =>
    withOwnSecondFactor<string, never>(ports, {
      actor,
      action,
      proof,
      state,
      prepare: async () => {
        counts.prepared += 1
        return 'prepared'
      },
      work: async () => {
        counts.worked += 1
        return ok(null)
      },
    })
  return { counts, run }
}

const alter = (ports: MemoryPorts, account: Account, change: Partial<Account>) =>
  ports.transact(async ({ accounts }) => ok(await accounts.update({ ...account, ...change })))

const away = () => Promise.reject(new Unavailable('database', 'Away.'))

describe('withOwnSecondFactor', () => {
  it('runs the act for a correct code or recovery code, and returns the attempt', async () => {
    const ports = memoryPorts()
    const { counts, run } = counted()
    const person = await anEnrolledPersonIn(ports)
    expect(await run(ports, person, { code: person.code() })).toEqual(done)
    expect(await run(ports, person, { recoveryCode: person.recoveryCodes[0]! })).toEqual(done)
    expect([counts, failuresOf(ports, person.account)]).toEqual([{ prepared: 2, worked: 2 }, 0])
  })

  it('returns what the act prepared although the attempt can no longer be returned', async () => {
    const ports = memoryPorts()
    const { run } = counted()
    const person = await anEnrolledPersonIn(ports)
    const attemptLimits = { ...ports.attemptLimits, refund: away }
    expect(await run({ ...ports, attemptLimits }, person, { code: person.code() })).toEqual(done)
  })

  it('R83 runs the act when the secret is re-encrypted during the verification', async () => {
    const ports = memoryPorts()
    const { counts, run } = counted()
    const person = await anEnrolledPersonIn(ports)
    const take: typeof ports.attemptLimits.take = async (...attempt) => {
      await alter(ports, person.account, { mfaSecret: `new ${person.account.mfaSecret}` })
      return ports.attemptLimits.take(...attempt)
    }
    const decrypt: typeof ports.cipher.decrypt = (ciphertext, context) =>
      ports.cipher.decrypt(ciphertext.replace(/^new /, ''), context)
    const rotating = {
      ...ports,
      attemptLimits: { ...ports.attemptLimits, take },
      cipher: { ...ports.cipher, decrypt },
    }
    expect(await run(rotating, person, { code: person.code() })).toEqual(done)
    expect(counts.worked).toBe(1)
  })

  it('R24 refuses a wrong code without preparing anything, and counts the attempt', async () => {
    const ports = memoryPorts()
    const { counts, run } = counted()
    const person = await anEnrolledPersonIn(ports)
    expect(await run(ports, person, wrong)).toEqual(errorOf('second_factor.code_refused'))
    expect(await run(ports, person, { recoveryCode: 'CODEX-99999' })).toEqual(
      errorOf('second_factor.code_refused'),
    )
    expect([counts, failuresOf(ports, person.account)]).toEqual([{ prepared: 0, worked: 0 }, 2])
  })

  it('R21 verifies at most ten of a hundred concurrent codes, then returns when to retry', async () => {
    const ports = memoryPorts()
    const { run } = counted()
    const person = await anEnrolledPersonIn(ports)
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => run(ports, person, wrong)))
    expect(
      outcomes.filter(
        (outcome) => !outcome.ok && outcome.error.code === 'second_factor.code_refused',
      ),
    ).toHaveLength(10)
    const exhausted = { code: 'password.guesses_exhausted', retryAfterSeconds: 57 }
    expect(await run(ports, person, { code: person.code() })).toEqual({
      ok: false,
      error: exhausted,
    })
  })

  it('distinguishes an enabled second factor from an enrolment and from none', async () => {
    const ports = memoryPorts()
    const { run } = counted()
    const [enrolled, bare] = [await anEnrolledPersonIn(ports), await aPersonIn(ports)]
    const missing = errorOf('second_factor.missing')
    expect(await run(ports, enrolled, { code: enrolled.code() }, 'enrolling')).toEqual(missing)
    expect([await run(ports, bare, wrong), await run(ports, bare, wrong, 'enrolling')]).toEqual([
      missing,
      missing,
    ])
    await alter(ports, enrolled.account, { mfaEnabledAt: null })
    expect(await run(ports, enrolled, { code: enrolled.code() })).toEqual(missing)
    expect(await run(ports, enrolled, { code: enrolled.code() }, 'enrolling')).toEqual(done)
    expect(failuresOf(ports, enrolled.account)).toBe(0)
  })

  it('R48 refuses a person deactivated or deleted since the token was issued', async () => {
    const ports = memoryPorts()
    const { run } = counted()
    const person = await anEnrolledPersonIn(ports)
    await alter(ports, person.account, { status: 'deactivated' })
    expect(await run(ports, person, { code: person.code() })).toEqual(errorOf('account.forbidden'))
    expect([await run(ports, person, wrong), failuresOf(ports, person.account)]).toEqual([
      errorOf('account.forbidden'),
      0,
    ])
    ports.database.tables.accounts.delete(person.account.id)
    expect(await run(ports, person, { code: person.code() })).toEqual(errorOf('account.forbidden'))
  })
})

describe('failures of withOwnSecondFactor', () => {
  it('R42 does not run the act when the second factor or the account changes during the verification', async () => {
    const changes = [
      { change: { mfaSecret: 'another' }, code: 'second_factor.code_refused' },
      { change: { mfaSecret: null, mfaEnabledAt: null }, code: 'second_factor.code_refused' },
      { change: { status: 'deactivated' }, code: 'account.forbidden' },
    ] as const
    for (const { change, code } of changes) {
      const ports = memoryPorts()
      const { counts, run } = counted()
      const person = await anEnrolledPersonIn(ports)
      const take: typeof ports.attemptLimits.take = async (...attempt) => {
        await alter(ports, person.account, change)
        return ports.attemptLimits.take(...attempt)
      }
      const overtaken = { ...ports, attemptLimits: { ...ports.attemptLimits, take } }
      expect(await run(overtaken, person, { code: person.code() })).toEqual(errorOf(code))
      expect(counts.worked).toBe(0)
    }
  })

  it('R27 refuses an enrolment that was completed during the verification', async () => {
    const ports = memoryPorts()
    const { counts, run } = counted()
    const person = await anEnrolledPersonIn(ports)
    await alter(ports, person.account, { mfaEnabledAt: null })
    const take: typeof ports.attemptLimits.take = async (...attempt) => {
      await alter(ports, person.account, {})
      return ports.attemptLimits.take(...attempt)
    }
    const overtaken = { ...ports, attemptLimits: { ...ports.attemptLimits, take } }
    expect(await run(overtaken, person, { code: person.code() }, 'enrolling')).toEqual(
      errorOf('second_factor.code_refused'),
    )
    expect(counts.worked).toBe(0)
  })

  it('R21 rolls back an act that refuses, returns its refusal, and counts no attempt', async () => {
    const ports = memoryPorts()
    const { account, actor, code } = await anEnrolledPersonIn(ports)
    const outcome = await withOwnSecondFactor(ports, {
      actor,
      action,
      proof: { code: code() },
      state: 'enabled',
      prepare: async () => null,
      work: async (stores) => {
        await stores.accounts.consumeTimeStep(account.id, 1)
        return err({ code: 'second_factor.mandatory' })
      },
    })
    expect(outcome).toEqual(errorOf('second_factor.mandatory'))
    expect([ports.database.tables.timeSteps.size, failuresOf(ports, account)]).toEqual([0, 0])
  })

  it('R27 counts the attempt for a used proof', async () => {
    const ports = memoryPorts()
    const { account, actor, code } = await anEnrolledPersonIn(ports)
    const outcome = await withOwnSecondFactor(ports, {
      actor,
      action,
      proof: { code: code() },
      state: 'enabled',
      prepare: async () => null,
      work: async () => err({ code: 'second_factor.code_refused' }),
    })
    expect([outcome, failuresOf(ports, account)]).toEqual([
      errorOf('second_factor.code_refused'),
      1,
    ])
  })

  it('R62 audits success and failure with the reason, without the proof', async () => {
    const ports = memoryPorts()
    const { run } = counted()
    const person = await anEnrolledPersonIn(ports)
    await run(ports, person, wrong)
    await run(ports, person, { code: person.code() })
    for (let tries = 0; tries < 10; tries += 1) await run(ports, person, wrong)
    const entries = [...ports.database.tables.audit.values()].filter(
      (entry) => entry.action === action,
    )
    const { id } = person.account
    expect(entries.slice(0, 2)).toMatchObject([
      { outcome: 'failure', actorId: id, target: `user:${id}`, meta: { reason: 'code_refused' } },
      { outcome: 'success', actorId: id, target: `user:${id}`, meta: {} },
    ])
    expect(JSON.stringify(entries)).not.toContain(wrong.code)
  })

  it('R149 records a flood of attempts over the limit as one audit entry', async () => {
    const ports = memoryPorts()
    const { run } = counted()
    const person = await anEnrolledPersonIn(ports)
    for (let tries = 0; tries < 30; tries += 1) await run(ports, person, wrong)
    ports.clock.advance(900_000)
    await recordRefusals(ports)
    const entries = [...ports.database.tables.audit.values()]
    expect(entries.filter((entry) => entry.action === action)).toHaveLength(10)
    expect(entries.at(-1)).toMatchObject({
      action: 'sign_in.fail',
      target: `user:${person.account.id}`,
      meta: { refusals: 20 },
    })
  })

  it('R21 counts no attempt when the preparation or the act fails', async () => {
    const ports = memoryPorts()
    const { account, actor, code } = await anEnrolledPersonIn(ports)
    const act = { actor, action, proof: { code: code() }, state: 'enabled' } as const
    const unprepared = withOwnSecondFactor(ports, {
      ...act,
      prepare: fault,
      work: async () => ok(null),
    })
    await expect(unprepared).rejects.toThrow('fault')
    await expect(
      withOwnSecondFactor(ports, { ...act, prepare: async () => null, work: fault }),
    ).rejects.toThrow('fault')
    expect(failuresOf(ports, account)).toBe(0)
  })
})
