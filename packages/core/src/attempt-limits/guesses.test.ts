import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountId } from '../model/accounts/account.ts'
import type { Anonymous } from '../model/actor.ts'
import { anAccount, anOrigin, aPersonIn, failuresOf, memoryPorts, noticesTo } from '../testing/index.ts'
import { accountBucket, accountRule, addressBucket, addressRule, alarmIfExhausted, judgeGuess, unknownBucket } from './guesses.ts'

const actor: Anonymous = { kind: 'anonymous', via: 'web', ...anOrigin }

describe('the rules', () => {
  it('R21 R25 allow ten failures of an account and sixty of an address in fifteen minutes, a hundred of an account in a row', () => {
    expect(accountRule).toEqual({ failuresMax: 10, windowSeconds: 900, firstDelaySeconds: 56.25, consecutiveMax: 100 })
    expect(addressRule).toMatchObject({ failuresMax: 60, windowSeconds: 900 })
    expect(addressRule.consecutiveMax).toBeGreaterThan(1e12)
  })
})

describe('accountBucket', () => {
  it('R22 is of the id, or of the digest of an address that has no account', () => {
    const { id } = anAccount()
    expect([accountBucket(id), unknownBucket('digest')]).toEqual([`account:${id}`, 'account:digest'])
  })
})

/** Every way to write eight groups: zeros shortened or not, in either case, compressed at any run of zeros, with a zone or not. */
const spelling = (groups: readonly number[]) =>
  fc
    .record({
      padded: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 8, maxLength: 8 }),
      upper: fc.boolean(),
      dotted: fc.boolean(),
      compressed: fc.tuple(fc.nat(7), fc.integer({ min: 1, max: 8 })),
      zone: fc.constantFrom('', '%eth0', '%1'),
    })
    .map(({ padded, upper, dotted, compressed: [from, length], zone }) => {
      const written = groups.map((group, position) => group.toString(16).padStart(padded[position]!, '0'))
      const last = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff])
      const parts = dotted ? [...written.slice(0, 6), last.join('.')] : written
      const isZero = groups.slice(from, from + length).every((group) => group === 0) && from + length <= (dotted ? 6 : 8)
      const text = isZero ? `${parts.slice(0, from).join(':')}::${parts.slice(from + length).join(':')}` : parts.join(':')
      return (upper ? text.toUpperCase() : text) + zone
    })

const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }))
const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length })

describe('addressBucket', () => {
  it('R23 is the same for every spelling of IPv6 and for every host of its /64, and another for any other network', () => {
    const twoHosts = fc.tuple(groups(4), groups(4), groups(4)).filter(([network]) => network.some((part) => part !== 0))
    fc.assert(
      fc.property(
        twoHosts.chain(([network, one, other]) =>
          fc.tuple(fc.constant(network), spelling([...network, ...one]), spelling([...network, ...other])),
        ),
        ([network, one, other]) => {
          const bucket = `address:${network.map((part) => part.toString(16)).join(':')}::/64`
          expect([addressBucket(one), addressBucket(other)]).toEqual([bucket, bucket])
        },
      ),
      { numRuns: 500 },
    )
  })

  it('R23 is of the IPv4 address that is mapped into IPv6, however it is written', () => {
    const mapped = fc.tuple(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0, max: 0xffff }))
    fc.assert(
      fc.property(
        mapped.chain((last) => fc.tuple(fc.constant(last), spelling([0, 0, 0, 0, 0, 0xffff, ...last]))),
        ([[high, low], text]) => {
          const plain = [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
          expect([addressBucket(text), addressBucket(plain)]).toEqual([`address:${plain}`, `address:${plain}`])
        },
      ),
    )
  })

  it.for([
    ['192.0.2.7', 'address:192.0.2.7'],
    ['::ffff:192.0.2.7', 'address:192.0.2.7'],
    ['::FFFF:C000:0207', 'address:192.0.2.7'],
    ['2001:db8::1', 'address:2001:db8:0:0::/64'],
    ['2001:0DB8:0:0:ffff:ffff:ffff:ffff', 'address:2001:db8:0:0::/64'],
    ['2001:db8:0:1::1', 'address:2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'address:fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', 'address:64:ff9b:0:0::/64'],
    ['::1', 'address:0:0:0:0::/64'],
  ] as const)('R23 of %s is %s', ([address, bucket]) => {
    expect(addressBucket(address)).toBe(bucket)
  })
})

describe('alarmIfExhausted', () => {
  it('raises the alarm, in log and audit, about the guess that used the failures of an account up, and about no other', async () => {
    const ports = memoryPorts()
    const { id } = anAccount()
    for (const failures of [1, 9, 11, 100]) await alarmIfExhausted(ports, actor, id, { allowed: true, failures })
    await alarmIfExhausted(ports, actor, id, { allowed: false, retryAfterSeconds: 57 })
    expect([ports.log.lines, ports.database.tables.audit.size]).toEqual([[], 0])
    await alarmIfExhausted(ports, actor, id, { allowed: true, failures: 10 })
    expect(ports.log.lines).toEqual([{ level: 'warn', event: 'sign_in.guesses_exhausted', fields: {} }])
    const audited = [...ports.database.tables.audit.values()]
    expect(audited).toMatchObject([{ action: 'sign_in.guesses_exhausted', target: `user:${id}`, ...anOrigin }])
  })

  it('R25 tells the person by mail, and nobody who has no account or may not sign in', async () => {
    const ports = memoryPorts()
    const used = { allowed: true, failures: 10 } as const
    const { account } = await aPersonIn(ports)
    const { account: deactivated } = await aPersonIn(ports, { status: 'deactivated' })
    for (const guessed of [account.id, deactivated.id, anAccount().id, anAccount().email]) {
      await alarmIfExhausted(ports, actor, guessed, used)
    }
    expect(noticesTo(ports, account)).toEqual([{ kind: 'guesses_exhausted' }])
    expect([ports.database.tables.jobs.size, ports.database.tables.audit.size]).toEqual([1, 4])
  })
})

describe('judgeGuess', () => {
  const id = '0190a0a0-0000-7000-8000-000000000000' as AccountId
  const stranger = { userId: id, deviceId: null, isSignedIn: false }

  it('R21 takes the guess before it judges, and keeps it whatever the verdict is', async () => {
    const ports = memoryPorts()
    for (const verdict of [true, false, null]) {
      const before = failuresOf(ports, { id })
      const judged = await judgeGuess(ports, actor, stranger, async () => ({
        verdict,
        spent: failuresOf(ports, { id }) - before,
      }))
      expect(judged).toEqual({ kind: 'judged', verdict: { verdict, spent: 1 }, bucket: accountBucket(id) })
    }
    expect(failuresOf(ports, { id })).toBe(3)
  })

  it('R21 judges nothing once the budget is used up, and says when to come again', async () => {
    const ports = memoryPorts()
    let judgements = 0
    const judge = async () => void (judgements += 1)
    const judged = await Promise.all(Array.from({ length: 100 }, () => judgeGuess(ports, actor, stranger, judge)))
    expect(judgements).toBe(10)
    expect(judged.filter(({ kind }) => kind === 'judged')).toHaveLength(10)
    expect(judged.at(-1)).toEqual({ kind: 'exhausted', retryAfterSeconds: 57 })
  })

  it('raises the alarm about a tenth guess that is wrong, and about none that is right', async () => {
    for (const [verdict, alarms] of [
      [null, 1],
      [false, 1],
      [true, 0],
      [{ step: 1 }, 0],
    ] as const) {
      const ports = memoryPorts()
      for (let guess = 0; guess < 12; guess += 1) await judgeGuess(ports, actor, stranger, async () => verdict)
      expect([ports.log.lines.length, ports.database.tables.audit.size]).toEqual([alarms, alarms])
    }
  })

  it('R21 gives the guess back when the judge throws, and throws the same', async () => {
    const ports = memoryPorts()
    const fault = new Error('fault')
    for (let guess = 0; guess < 20; guess += 1) {
      await expect(judgeGuess(ports, actor, stranger, () => Promise.reject(fault))).rejects.toBe(fault)
    }
    expect(failuresOf(ports, { id })).toBe(0)
  })
})
