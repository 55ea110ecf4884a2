import { describe, expect, it } from 'vitest'
import {
  anEnrolledPersonIn,
  aPersonIn,
  memoryPorts,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'
import { confirmSecondFactor } from './confirm-second-factor.ts'
import { disableSecondFactor } from './disable-second-factor.ts'
import { enrolSecondFactor } from './enrol-second-factor.ts'

const errorOf = (code: string) => ({ ok: false, error: { code } })

/** A person whose authenticator has the secret and who has yet to send the first code. */
async function enrolling(ports: MemoryPorts) {
  const { account, actor } = await aPersonIn(ports)
  const { secret } = valueOf(await enrolSecondFactor(ports, { actor }))
  const code = () => ports.oneTimeCodes.codeAt(secret, ports.clock.now())
  return { account, actor, code, stored: () => ports.database.tables.accounts.get(account.id) }
}

describe('confirmSecondFactor', () => {
  it('R28 enables the second factor with its first code, returns ten recovery codes, and is audited', async () => {
    const ports = memoryPorts()
    const { account, actor, code, stored } = await enrolling(ports)
    const { recoveryCodes } = valueOf(await confirmSecondFactor(ports, { actor, code: code() }))
    expect(stored()?.mfaEnabledAt).toEqual(ports.clock.now())
    const hashes = [...ports.database.tables.recoveryCodes.get(account.id)!.keys()]
    expect([hashes.length, hashes.filter((hash) => recoveryCodes.includes(hash))]).toEqual([10, []])
    const entries = [...ports.database.tables.audit.values()]
    expect(entries).toMatchObject([
      { action: 'second_factor.enrol', actorId: account.id, target: `user:${account.id}` },
      { action: 'second_factor.enable', actorId: account.id, target: `user:${account.id}` },
    ])
    for (const secret of [...recoveryCodes, code()])
      expect(JSON.stringify(entries)).not.toContain(secret)
  })

  it('R27 consumes the first code, also for disabling the second factor', async () => {
    const ports = memoryPorts()
    const { actor, code } = await enrolling(ports)
    valueOf(await confirmSecondFactor(ports, { actor, code: code() }))
    const again = await disableSecondFactor(ports, { actor, proof: { code: code() } })
    expect(again).toEqual(errorOf('second_factor.code_refused'))
  })

  it('R27 enables the second factor for exactly one of any concurrent confirmations', async () => {
    const ports = memoryPorts()
    const { account, actor, code } = await enrolling(ports)
    const outcomes = await Promise.all(
      Array.from({ length: 9 }, () => confirmSecondFactor(ports, { actor, code: code() })),
    )
    const shown = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.recoveryCodes] : []))
    const stored = [...ports.database.tables.recoveryCodes.get(account.id)!.keys()]
    expect(
      shown.map((codes) =>
        codes.map((one) => `hash of ${ports.recoveryCodeSource.normalize(one)}`),
      ),
    ).toEqual([stored])
  })

  it('refuses a wrong code, before an enrolment, and when the second factor is enabled', async () => {
    const ports = memoryPorts()
    const [waiting, bare, enrolled] = [
      await enrolling(ports),
      await aPersonIn(ports),
      await anEnrolledPersonIn(ports),
    ]
    const confirm = (actor: typeof bare.actor, code: string) =>
      confirmSecondFactor(ports, { actor, code })
    expect(await confirm(waiting.actor, '000000')).toEqual(errorOf('second_factor.code_refused'))
    expect(await confirm(bare.actor, waiting.code())).toEqual(errorOf('second_factor.missing'))
    expect(await confirm(enrolled.actor, enrolled.code())).toEqual(errorOf('second_factor.missing'))
    expect(waiting.stored()?.mfaEnabledAt).toBeNull()
  })
})
