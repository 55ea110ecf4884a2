import { describe, expect, it } from 'vitest'
import type { Account } from '../model/accounts/account.ts'
import { ok } from '../model/result.ts'
import {
  aDate,
  anAccount,
  anEnrolledPersonIn,
  memoryPorts,
  noticesTo,
  valueOf,
  watchedPasswordHasher,
  type MemoryPorts,
} from '../testing/index.ts'
import {
  consumeSecondFactor,
  decryptSecret,
  enableSecondFactor,
  checkSecondFactor,
  newEnrolment,
  newRecoveryCodes,
  removeSecondFactor,
} from './second-factor.ts'

const hashesOf = ({ database }: MemoryPorts, { id }: Account) => [
  ...(database.tables.recoveryCodes.get(id)?.keys() ?? []),
]
/** The time step at which the test clock starts. */
const step = 63_115_200

describe('checkSecondFactor', () => {
  it('R27 finds the time step of a code, and consumes nothing', async () => {
    const ports = memoryPorts()
    const { account, code } = await anEnrolledPersonIn(ports)
    for (const _ of [1, 2])
      expect(await checkSecondFactor(ports, account, { code: code() }, [])).toEqual({ step })
    for (const wrong of ['', '000000', `${code()}0`])
      expect(await checkSecondFactor(ports, account, { code: wrong }, [])).toBeNull()
    expect(ports.database.tables.timeSteps.size).toBe(0)
  })

  it('R28 finds the hash of a recovery code among the unused ones, and of no other', async () => {
    const ports = memoryPorts()
    const { account, recoveryCodes } = await anEnrolledPersonIn(ports)
    const [first, second] = hashesOf(ports, account)
    const verify = (recoveryCode: string, unused: readonly string[]) =>
      checkSecondFactor(ports, account, { recoveryCode }, unused)
    expect(await verify(recoveryCodes[1]!.toLowerCase(), [first!, second!])).toEqual({
      recoveryCodeHash: second,
    })
    expect(await verify(recoveryCodes[1]!, [first!])).toBeNull()
    expect(await verify('CODEX-99999', [first!, second!])).toBeNull()
  })

  it('R12 compares no hash if the input cannot be a recovery code', async () => {
    const recoveryCodeHasher = watchedPasswordHasher()
    const ports = memoryPorts({ recoveryCodeHasher })
    const { account } = await anEnrolledPersonIn(ports)
    for (const recoveryCode of ['', 'x'.repeat(100_000), '000000']) {
      expect(
        await checkSecondFactor(ports, account, { recoveryCode }, hashesOf(ports, account)),
      ).toBeNull()
    }
    expect(recoveryCodeHasher.verified).toEqual([])
  })

  it('R28 accepts no recovery code before the second factor is enabled', async () => {
    const ports = memoryPorts()
    const { account, recoveryCodes } = await anEnrolledPersonIn(ports)
    const proof = { recoveryCode: recoveryCodes[0]! }
    expect(
      await checkSecondFactor(
        ports,
        { ...account, mfaEnabledAt: null },
        proof,
        hashesOf(ports, account),
      ),
    ).toBeNull()
  })
})

describe('decryptSecret', () => {
  it('R29 decrypts a secret for its own account only, and raises an alarm for any other', async () => {
    const ports = memoryPorts()
    const [ada, eve] = [await anEnrolledPersonIn(ports), await anEnrolledPersonIn(ports)]
    expect(decryptSecret(ports, ada.account)).toBe(ada.seed)
    expect(decryptSecret(ports, { ...ada.account, mfaSecret: null })).toBeNull()
    expect(ports.log.lines).toEqual([])
    expect(decryptSecret(ports, { ...ada.account, mfaSecret: eve.account.mfaSecret })).toBeNull()
    const fields = { user_id: ada.account.id }
    expect(ports.log.lines).toEqual([
      { level: 'error', event: 'second_factor.secret_unreadable', fields },
    ])
  })
})

const nameless = { email: 'ada@example.com', organisation: null }

describe('newEnrolment', () => {
  it('R29 returns a new secret, encrypted for the account, and its URI for the authenticator', async () => {
    const ports = memoryPorts()
    const bare = anAccount({ email: 'ada@example.com' })
    const made = () => ports.transact(async (stores) => ok(await newEnrolment(ports, stores, bare)))
    const { account, enrolment } = valueOf(await made())
    expect(account).toEqual({ ...bare, mfaSecret: account.mfaSecret })
    expect(decryptSecret(ports, account)).toBe(enrolment.secret)
    expect(enrolment.uri).toBe(ports.oneTimeCodes.uri(enrolment.secret, nameless))
    expect(valueOf(await made()).enrolment.secret).not.toBe(enrolment.secret)
  })
})

it('names the organisation in the URI for the authenticator', async () => {
  const ports = memoryPorts()
  const { uri } = valueOf(
    await ports.transact(async (stores) => {
      await stores.settings.update({ organisationName: 'Norrland Cycles' })
      return ok((await newEnrolment(ports, stores, anAccount())).enrolment)
    }),
  )
  expect(uri).toContain('Norrland')
})

describe('newRecoveryCodes', () => {
  it('R28 creates ten codes and a slow hash of each, sequentially', async () => {
    const ports = memoryPorts()
    let running = 0
    const hash = async (password: string) => {
      running += 1
      expect(running).toBe(1)
      await Promise.resolve()
      running -= 1
      return `slow ${password}`
    }
    const { codes, hashes } = await newRecoveryCodes({
      ...ports,
      recoveryCodeHasher: { ...ports.recoveryCodeHasher, hash },
    })
    expect([codes.length, new Set(codes).size]).toEqual([10, 10])
    expect(hashes).toEqual(codes.map((code) => `slow ${ports.recoveryCodeSource.normalize(code)}`))
  })
})

describe('consumeSecondFactor', () => {
  it('R27 R28 consumes a time step or a recovery code once', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports)
    const [recoveryCodeHash] = hashesOf(ports, account)
    for (const proven of [{ step }, { recoveryCodeHash: recoveryCodeHash! }]) {
      const { value } = await ports.transact(async (stores) =>
        ok([
          await consumeSecondFactor(stores, account, proven),
          await consumeSecondFactor(stores, account, proven),
        ]),
      )
      expect(value).toEqual([true, false])
    }
    expect(noticesTo(ports, account)).toEqual([{ kind: 'recovery_code_used', codesLeft: 1 }])
  })
})

describe('enableSecondFactor', () => {
  it('R27 enables it at database time with the given codes, and not for a used time step', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports)
    const enrolling: Account = { ...account, mfaEnabledAt: null }
    const enable = async (hashes: readonly string[]) =>
      (
        await ports.transact(async (stores) =>
          ok(await enableSecondFactor(stores, enrolling, { step }, hashes)),
        )
      ).value
    const enabled = { ...account, mfaEnabledAt: ports.clock.now(), updatedAt: ports.clock.now() }
    expect(await enable(['a', 'b'])).toEqual(enabled)
    expect(ports.database.tables.accounts.get(account.id)).toEqual(enabled)
    expect(await enable(['c'])).toBeNull()
    expect(hashesOf(ports, account)).toEqual(['a', 'b'])
  })
})

describe('removeSecondFactor', () => {
  it('removes secret and recovery codes, and keeps the last used time step', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports)
    await ports.transact(async (stores) => {
      await stores.accounts.consumeTimeStep(account.id, step)
      return ok(await removeSecondFactor(stores, account, 'second_factor_reset'))
    })
    const removed = {
      ...account,
      mfaSecret: null,
      mfaEnabledAt: null,
      updatedAt: ports.clock.now(),
    }
    expect(ports.database.tables.accounts.get(account.id)).toEqual(removed)
    expect([
      hashesOf(ports, account),
      ports.database.tables.timeSteps.get(account.id),
      account.mfaEnabledAt,
    ]).toEqual([[], step, aDate])
  })
})
