import { describe, expect, it } from 'vitest'
import { anEnrolledPersonIn, aPersonIn, memoryPorts, valueOf } from '../testing/index.ts'
import { enrolSecondFactor } from './enrol-second-factor.ts'
import { decryptSecret } from '../credentials/second-factor.ts'

describe('enrolSecondFactor', () => {
  it('R29 returns a secret, stores it encrypted, and enables nothing', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { email: 'ada@example.com' })
    const { secret, uri } = valueOf(await enrolSecondFactor(ports, { actor }))
    const stored = ports.database.tables.accounts.get(account.id)!
    expect(uri).toBe(
      ports.oneTimeCodes.uri(secret, { email: 'ada@example.com', organisation: null }),
    )
    expect([stored, decryptSecret(ports, stored)]).toEqual([
      { ...account, mfaSecret: stored.mfaSecret },
      secret,
    ])
  })

  it('replaces the secret on a second call', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports)
    valueOf(await enrolSecondFactor(ports, { actor }))
    const { secret } = valueOf(await enrolSecondFactor(ports, { actor }))
    expect(decryptSecret(ports, ports.database.tables.accounts.get(account.id)!)).toBe(secret)
  })

  it('R30 never replaces an enabled second factor', async () => {
    const ports = memoryPorts()
    const { account, actor } = await anEnrolledPersonIn(ports)
    expect(await enrolSecondFactor(ports, { actor })).toEqual({
      ok: false,
      error: { code: 'second_factor.enabled' },
    })
    expect(ports.database.tables.accounts.get(account.id)).toEqual(account)
  })

  it('R48 refuses a person deactivated or deleted since the token was issued', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { status: 'deactivated' })
    const forbidden = { ok: false, error: { code: 'account.forbidden' } }
    expect(await enrolSecondFactor(ports, { actor })).toEqual(forbidden)
    ports.database.tables.accounts.delete(account.id)
    expect(await enrolSecondFactor(ports, { actor })).toEqual(forbidden)
  })
})
