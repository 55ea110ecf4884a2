import { describe, expect, it } from 'vitest'
import type { Account } from '../model/accounts/account.ts'
import { err, ok } from '../model/result.ts'
import { anEnrolledPersonIn, aPersonIn, failuresOf, memoryPorts, type MemoryPorts } from '../testing/index.ts'
import { withOwnFactor } from './own-factor.ts'
import type { SecondFactorProof } from '../credentials/second-factor.ts'

const errorOf = (code: string) => ({ ok: false, error: { code } })
const wrong = { code: '000000' }
const done = { ok: true, value: 'prepared' }
const fault = () => Promise.reject(new Error('fault'))

const action = 'second_factor.disable'

type Person = Pick<Awaited<ReturnType<typeof anEnrolledPersonIn>>, 'account' | 'actor'>

/** Counts how often the work is reached. */
function counted() {
  const counts = { prepared: 0, worked: 0 }
  const run = (
    ports: MemoryPorts,
    { actor }: Pick<Person, 'actor'>,
    proof: SecondFactorProof,
    state: 'enabled' | 'enrolling' = 'enabled',
  ) =>
    withOwnFactor<string, never>(ports, {
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

describe('withOwnFactor', () => {
  it('runs the work for a right code or recovery code, and gives the guess back', async () => {
    const ports = memoryPorts()
    const { counts, run } = counted()
    const person = await anEnrolledPersonIn(ports)
    expect(await run(ports, person, { code: person.code() })).toEqual(done)
    expect(await run(ports, person, { recoveryCode: person.recoveryCodes[0]! })).toEqual(done)
    expect([counts, failuresOf(ports, person.account)]).toEqual([{ prepared: 2, worked: 2 }, 0])
  })

  it('R24 refuses a wrong one without preparing anything, and keeps the guess', async () => {
    const ports = memoryPorts()
    const { counts, run } = counted()
    const person = await anEnrolledPersonIn(ports)
    expect(await run(ports, person, wrong)).toEqual(errorOf('second_factor.code_refused'))
    expect(await run(ports, person, { recoveryCode: 'CODEX-99999' })).toEqual(errorOf('second_factor.code_refused'))
    expect([counts, failuresOf(ports, person.account)]).toEqual([{ prepared: 0, worked: 0 }, 2])
  })

  it('R21 looks at no more than ten of a hundred codes at once, and then says when to come again', async () => {
    const ports = memoryPorts()
    const { run } = counted()
    const person = await anEnrolledPersonIn(ports)
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => run(ports, person, wrong)))
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.error.code === 'second_factor.code_refused')).toHaveLength(10)
    const exhausted = { code: 'password.guesses_exhausted', retryAfterSeconds: 57 }
    expect(await run(ports, person, { code: person.code() })).toEqual({ ok: false, error: exhausted })
  })

  it('tells a factor that is enabled from one that waits for its first code, and from none', async () => {
    const ports = memoryPorts()
    const { run } = counted()
    const [enrolled, bare] = [await anEnrolledPersonIn(ports), await aPersonIn(ports)]
    const missing = errorOf('second_factor.missing')
    expect(await run(ports, enrolled, { code: enrolled.code() }, 'enrolling')).toEqual(missing)
    expect([await run(ports, bare, wrong), await run(ports, bare, wrong, 'enrolling')]).toEqual([missing, missing])
    await alter(ports, enrolled.account, { mfaEnabledAt: null })
    expect(await run(ports, enrolled, { code: enrolled.code() })).toEqual(missing)
    expect(await run(ports, enrolled, { code: enrolled.code() }, 'enrolling')).toEqual(done)
    expect(failuresOf(ports, enrolled.account)).toBe(0)
  })

  it('R48 refuses who was deactivated or deleted since the token was issued', async () => {
    const ports = memoryPorts()
    const { run } = counted()
    const person = await anEnrolledPersonIn(ports)
    await alter(ports, person.account, { status: 'deactivated' })
    expect(await run(ports, person, { code: person.code() })).toEqual(errorOf('account.forbidden'))
    expect([await run(ports, person, wrong), failuresOf(ports, person.account)]).toEqual([errorOf('account.forbidden'), 0])
    ports.database.tables.accounts.delete(person.account.id)
    expect(await run(ports, person, { code: person.code() })).toEqual(errorOf('account.forbidden'))
  })

  failing()
})

function failing() {
  it('R42 runs no work when the factor or the account changed while the proof was judged', async () => {
    const changes = [
      [{ mfaSecret: 'another' }, 'second_factor.code_refused'],
      [{ mfaSecret: null, mfaEnabledAt: null }, 'second_factor.code_refused'],
      [{ status: 'deactivated' }, 'account.forbidden'],
    ] as const
    for (const [change, code] of changes) {
      const ports = memoryPorts()
      const { counts, run } = counted()
      const person = await anEnrolledPersonIn(ports)
      const take: typeof ports.guessBudgets.take = async (...taken) => {
        await alter(ports, person.account, change)
        return ports.guessBudgets.take(...taken)
      }
      const overtaken = { ...ports, guessBudgets: { ...ports.guessBudgets, take } }
      expect(await run(overtaken, person, { code: person.code() })).toEqual(errorOf(code))
      expect(counts.worked).toBe(0)
    }
  })

  it('R27 enrols nothing twice: the factor that was enabled while a code was judged is no enrolment any more', async () => {
    const ports = memoryPorts()
    const { counts, run } = counted()
    const person = await anEnrolledPersonIn(ports)
    await alter(ports, person.account, { mfaEnabledAt: null })
    const take: typeof ports.guessBudgets.take = async (...taken) => {
      await alter(ports, person.account, {})
      return ports.guessBudgets.take(...taken)
    }
    const overtaken = { ...ports, guessBudgets: { ...ports.guessBudgets, take } }
    expect(await run(overtaken, person, { code: person.code() }, 'enrolling')).toEqual(errorOf('second_factor.code_refused'))
    expect(counts.worked).toBe(0)
  })

  it('R21 undoes what a refusing work wrote, answers its refusal, and spends nothing, because the proof was right', async () => {
    const ports = memoryPorts()
    const { account, actor, code } = await anEnrolledPersonIn(ports)
    const outcome = await withOwnFactor(ports, {
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

  it('R27 keeps the guess for a proof that was used before', async () => {
    const ports = memoryPorts()
    const { account, actor, code } = await anEnrolledPersonIn(ports)
    const outcome = await withOwnFactor(ports, {
      actor,
      action,
      proof: { code: code() },
      state: 'enabled',
      prepare: async () => null,
      work: async () => err({ code: 'second_factor.code_refused' }),
    })
    expect([outcome, failuresOf(ports, account)]).toEqual([errorOf('second_factor.code_refused'), 1])
  })

  it('R62 has both outcomes in the audit log, with the reason and nothing of the proof', async () => {
    const ports = memoryPorts()
    const { run } = counted()
    const person = await anEnrolledPersonIn(ports)
    await run(ports, person, wrong)
    await run(ports, person, { code: person.code() })
    for (let guess = 0; guess < 10; guess += 1) await run(ports, person, wrong)
    const entries = [...ports.database.tables.audit.values()].filter((entry) => entry.action === action)
    const { id } = person.account
    expect(entries.slice(0, 2)).toMatchObject([
      { outcome: 'failure', actorId: id, target: `user:${id}`, meta: { reason: 'code_refused' } },
      { outcome: 'success', actorId: id, target: `user:${id}`, meta: {} },
    ])
    expect(entries.at(-1)).toMatchObject({ outcome: 'failure', meta: { reason: 'guesses_exhausted' } })
    expect(JSON.stringify(entries)).not.toContain(wrong.code)
  })

  it('R21 spends nothing when preparing or the work fails', async () => {
    const ports = memoryPorts()
    const { account, actor, code } = await anEnrolledPersonIn(ports)
    const act = { actor, action, proof: { code: code() }, state: 'enabled' } as const
    const unprepared = withOwnFactor(ports, { ...act, prepare: fault, work: async () => ok(null) })
    await expect(unprepared).rejects.toThrow('fault')
    await expect(withOwnFactor(ports, { ...act, prepare: async () => null, work: fault })).rejects.toThrow('fault')
    expect(failuresOf(ports, account)).toBe(0)
  })
}
