import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Unavailable } from '../ports/platform/unavailable.ts'
import type { AccountId } from '../model/accounts/account.ts'
import type { Anonymous } from '../model/actor.ts'
import type { SessionId } from '../model/sessions/session.ts'
import {
  anAccount,
  anOrigin,
  aPersonIn,
  failuresOf,
  memoryPorts,
  newId,
  noticesTo,
} from '../testing/index.ts'
import {
  accountBucket,
  accountLimit,
  addressBucket,
  addressLimit,
  alarmIfExhausted,
  refundIfThrown,
  settleAttempts,
  verifyWithinLimit,
  unknownBucket,
} from './attempt-limits.ts'

const actor: Anonymous = { kind: 'anonymous', via: 'web', ...anOrigin }

describe('the limits', () => {
  it('R21 R25 allow ten failures of an account and sixty of an address in fifteen minutes, a hundred consecutive ones of an account', () => {
    expect(accountLimit).toEqual({
      failuresMax: 10,
      windowSeconds: 900,
      firstDelaySeconds: 56.25,
      consecutiveMax: 100,
    })
    expect(addressLimit).toMatchObject({ failuresMax: 60, windowSeconds: 900 })
    expect(addressLimit.consecutiveMax).toBeGreaterThan(1e12)
  })
})

describe('accountBucket', () => {
  it('R22 uses the id, or the digest of an address without an account', () => {
    const { id } = anAccount()
    expect([accountBucket(id), unknownBucket('digest')]).toEqual([
      `account:${id}`,
      'account:digest',
    ])
  })
})

/**
 * Every way to write eight groups: zeros shortened or not, in either case, compressed at any run of
 * zeros, with a zone or not.
 */
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
      const written = groups.map((group, position) =>
        group.toString(16).padStart(padded[position]!, '0'),
      )
      const last = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff])
      const parts = dotted ? [...written.slice(0, 6), last.join('.')] : written
      const isZero =
        groups.slice(from, from + length).every((group) => group === 0) &&
        from + length <= (dotted ? 6 : 8)
      const text = isZero
        ? `${parts.slice(0, from).join(':')}::${parts.slice(from + length).join(':')}`
        : parts.join(':')
      return (upper ? text.toUpperCase() : text) + zone
    })

const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }))
const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length })

describe('addressBucket', () => {
  it('R23 is the same for every spelling of IPv6 and every host of its /64, and differs for any other network', () => {
    const twoHosts = fc
      .tuple(groups(4), groups(4), groups(4))
      .filter(([network]) => network.some((part) => part !== 0))
    fc.assert(
      fc.property(
        twoHosts.chain(([network, one, other]) =>
          fc.tuple(
            fc.constant(network),
            spelling([...network, ...one]),
            spelling([...network, ...other]),
          ),
        ),
        ([network, one, other]) => {
          const bucket = `address:${network.map((part) => part.toString(16)).join(':')}::/64`
          expect([addressBucket(one), addressBucket(other)]).toEqual([bucket, bucket])
        },
      ),
      { numRuns: 500 },
    )
  })

  it('R23 uses the IPv4 address of an IPv4-mapped one, in any spelling', () => {
    const mapped = fc.tuple(
      fc.integer({ min: 0, max: 0xffff }),
      fc.integer({ min: 0, max: 0xffff }),
    )
    fc.assert(
      fc.property(
        mapped.chain((last) =>
          fc.tuple(fc.constant(last), spelling([0, 0, 0, 0, 0, 0xffff, ...last])),
        ),
        ([[high, low], text]) => {
          const plain = [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
          expect([addressBucket(text), addressBucket(plain)]).toEqual([
            `address:${plain}`,
            `address:${plain}`,
          ])
        },
      ),
    )
  })

  it.for([
    { address: '192.0.2.7', bucket: 'address:192.0.2.7' },
    { address: '::ffff:192.0.2.7', bucket: 'address:192.0.2.7' },
    { address: '::FFFF:C000:0207', bucket: 'address:192.0.2.7' },
    { address: '2001:db8::1', bucket: 'address:2001:db8:0:0::/64' },
    { address: '2001:0DB8:0:0:ffff:ffff:ffff:ffff', bucket: 'address:2001:db8:0:0::/64' },
    { address: '2001:db8:0:1::1', bucket: 'address:2001:db8:0:1::/64' },
    { address: 'fe80::1%eth0', bucket: 'address:fe80:0:0:0::/64' },
    { address: '64:ff9b::192.0.2.7', bucket: 'address:64:ff9b:0:0::/64' },
    { address: '::1', bucket: 'address:0:0:0:0::/64' },
  ] as const)('R23 of $address is $bucket', ({ address, bucket }) => {
    expect(addressBucket(address)).toBe(bucket)
  })
})

describe('alarmIfExhausted', () => {
  it("raises an alarm, in log and audit, for the attempt that exhausts the account's failures, and for no other", async () => {
    const ports = memoryPorts()
    const { id } = anAccount()
    for (const failures of [1, 9, 11, 100])
      await alarmIfExhausted(ports, actor, id, { allowed: true, failures })
    await alarmIfExhausted(ports, actor, id, { allowed: false, retryAfterSeconds: 57 })
    expect([ports.log.lines, ports.database.tables.audit.size]).toEqual([[], 0])
    await alarmIfExhausted(ports, actor, id, { allowed: true, failures: 10 })
    expect(ports.log.lines).toEqual([
      { level: 'warn', event: 'sign_in.guesses_exhausted', fields: {} },
    ])
    const audited = [...ports.database.tables.audit.values()]
    expect(audited).toMatchObject([
      { action: 'sign_in.guesses_exhausted', target: `user:${id}`, ...anOrigin },
    ])
  })

  it('R25 emails the person, and no one if there is no account or it may not sign in', async () => {
    const ports = memoryPorts()
    const used = { allowed: true, failures: 10 } as const
    const { account } = await aPersonIn(ports)
    const { account: deactivated } = await aPersonIn(ports, { status: 'deactivated' })
    for (const subject of [account.id, deactivated.id, anAccount().id, anAccount().email]) {
      await alarmIfExhausted(ports, actor, subject, used)
    }
    expect(noticesTo(ports, account)).toEqual([{ kind: 'guesses_exhausted' }])
    expect([ports.database.tables.jobs.size, ports.database.tables.audit.size]).toEqual([1, 4])
  })
})

describe('verifyWithinLimit', () => {
  const id = '0190a0a0-0000-7000-8000-000000000000' as AccountId
  const stranger = { userId: id, deviceId: null, isSignedIn: false }

  it('R21 takes the attempt before verification, and keeps it for any verdict', async () => {
    const ports = memoryPorts()
    for (const verdict of [true, false, null]) {
      const before = failuresOf(ports, { id })
      const verification = await verifyWithinLimit(ports, actor, stranger, async () => ({
        verdict,
        spent: failuresOf(ports, { id }) - before,
      }))
      expect(verification).toEqual({
        kind: 'verified',
        verdict: { verdict, spent: 1 },
        bucket: accountBucket(id),
      })
    }
    expect(failuresOf(ports, { id })).toBe(3)
  })

  it('R21 verifies nothing once the limit is reached, and says when to retry', async () => {
    const ports = memoryPorts()
    let calls = 0
    const verify = async () => void (calls += 1)
    const verifications = await Promise.all(
      Array.from({ length: 100 }, () => verifyWithinLimit(ports, actor, stranger, verify)),
    )
    expect(calls).toBe(10)
    expect(verifications.filter(({ kind }) => kind === 'verified')).toHaveLength(10)
    expect(verifications.at(-1)).toEqual({ kind: 'exhausted', retryAfterSeconds: 57 })
  })

  it('R151 counts a known device by itself; at its tenth failure the account is exhausted, too', async () => {
    const ports = memoryPorts()
    const device = { ...stranger, deviceId: newId() as SessionId }
    const fail = () => verifyWithinLimit(ports, actor, device, async () => false)
    for (let count = 0; count < 9; count += 1) await fail()
    expect(failuresOf(ports, { id })).toBe(0)
    await fail()
    expect(failuresOf(ports, { id })).toBe(10)
    expect(await fail()).toEqual({ kind: 'exhausted', retryAfterSeconds: 57 })
  })

  it('R151 lets a session wait for its own limit, and counts nothing more against the account', async () => {
    const ports = memoryPorts()
    const session = { userId: id, deviceId: newId() as SessionId, isSignedIn: true }
    const fail = () => verifyWithinLimit(ports, actor, session, async () => false)
    for (let count = 0; count < 10; count += 1) await fail()
    await ports.attemptLimits.clear(accountBucket(id))
    expect(await fail()).toMatchObject({ kind: 'exhausted' })
    expect(failuresOf(ports, { id })).toBe(0)
  })

  it('raises an alarm for a tenth attempt that is wrong, and for none that is correct', async () => {
    for (const { verdict, alarms } of [
      { verdict: null, alarms: 1 },
      { verdict: false, alarms: 1 },
      { verdict: true, alarms: 0 },
      { verdict: { step: 1 }, alarms: 0 },
    ] as const) {
      const ports = memoryPorts()
      for (let count = 0; count < 12; count += 1)
        await verifyWithinLimit(ports, actor, stranger, async () => verdict)
      expect([ports.log.lines.length, ports.database.tables.audit.size]).toEqual([alarms, alarms])
    }
  })

  it('R21 gives the attempt back if verification throws, and rethrows', async () => {
    const ports = memoryPorts()
    const fault = new Error('fault')
    for (let count = 0; count < 20; count += 1) {
      await expect(
        verifyWithinLimit(ports, actor, stranger, () => Promise.reject(fault)),
      ).rejects.toBe(fault)
    }
    expect(failuresOf(ports, { id })).toBe(0)
  })
})

const failAtOnce = (): Promise<never> => {
  throw new Error('fault')
}

const unavailable = () => Promise.reject(new Error('database'))

describe('refundIfThrown', () => {
  const [own, shared] = ['account:own', 'account:shared'] as const
  const counted = async () => {
    const ports = memoryPorts()
    for (const bucket of [own, shared]) await ports.attemptLimits.take(bucket, accountLimit)
    const next = async () =>
      Promise.all([own, shared].map((bucket) => ports.attemptLimits.take(bucket, accountLimit)))
    return { ports, next }
  }

  it.each([
    ['later', () => Promise.reject(new Error('fault'))],
    ['at once', failAtOnce],
  ])(
    'R21 returns the attempt to every bucket that counted it: the work throws %s',
    async (_, work) => {
      const { ports, next } = await counted()
      await expect(refundIfThrown(ports, [own, shared], work)).rejects.toThrow('fault')
      expect(await next()).toMatchObject([{ failures: 1 }, { failures: 1 }])
    },
  )

  it('throws the error of the work also if the attempt cannot be returned', async () => {
    const { ports } = await counted()
    const attemptLimits = { ...ports.attemptLimits, refund: unavailable }
    await expect(refundIfThrown({ attemptLimits }, [own], failAtOnce)).rejects.toThrow('fault')
  })

  it('keeps the attempt counted after any outcome', async () => {
    const { ports, next } = await counted()
    expect(await refundIfThrown(ports, [own, shared], async () => null)).toBeNull()
    expect(await next()).toMatchObject([{ failures: 2 }, { failures: 2 }])
  })
})

describe('settleAttempts', () => {
  it('lets a success stand while the database is unavailable, but hides no defect', async () => {
    const away = new Unavailable('database', 'Away.')
    await expect(settleAttempts(Promise.reject(away))).resolves.toBeUndefined()
    await expect(settleAttempts(Promise.reject(new Error('fault')))).rejects.toThrow('fault')
  })
})
