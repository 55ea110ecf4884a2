import { describe, expect, it } from 'vitest'
import type { Anonymous } from '../model/actor.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { anOrigin, aPersonIn, memoryPorts } from '../testing/index.ts'
import {
  requestPasswordReset,
  resetRequestBucket,
  resetRequestLimit,
} from './request-password-reset.ts'

const actor: Anonymous = { kind: 'anonymous', via: 'web', ...anOrigin }
const done = { ok: true, value: null }

describe('the limit of requests', () => {
  it('R57 R23 allows twenty an hour from one address, in any spelling', () => {
    expect(resetRequestLimit).toMatchObject({
      failuresMax: 20,
      windowSeconds: 3_600,
      firstDelaySeconds: 3_600,
    })
    const spellings = ['2001:db8::1', '2001:0DB8:0:0:1::9'].map(resetRequestBucket)
    expect(new Set(spellings)).toEqual(new Set(['reset_request:address:2001:db8:0:0::/64']))
  })
})

describe('requestPasswordReset', () => {
  it('R57 returns and does the same for every address, and changes no account', async () => {
    const ports = memoryPorts()
    const { account: active } = await aPersonIn(ports)
    const { account: gone } = await aPersonIn(ports, { status: 'deactivated' })
    const before = [...ports.database.tables.accounts.values()]
    const emails = [active.email, gone.email, 'unknown@example.com']
    for (const email of emails)
      expect(await requestPasswordReset(ports, { actor, email })).toEqual(done)
    const { accounts, jobs, passwordResets, audit } = ports.database.tables
    expect([...jobs.values()]).toEqual(
      emails.map((email) => ({ kind: 'deliver_password_reset', email, origin: anOrigin })),
    )
    expect([...accounts.values()]).toEqual(before)
    expect([passwordResets.size, audit.size, ports.mailer.sent.length]).toEqual([0, 0, 0])
  })

  it('R56 queues the canonical address, and nothing for an invalid one', async () => {
    const ports = memoryPorts()
    for (const email of [
      ' Ada@Example.com ',
      '',
      'ada',
      'ad\u0130@example.com',
      'a@example.com\r\nBcc: b@example.com',
    ])
      expect(await requestPasswordReset(ports, { actor, email })).toEqual(done)
    expect([...ports.database.tables.jobs.values()]).toMatchObject([{ email: 'ada@example.com' }])
  })

  it('R57 queues at most twenty requests an hour from one address, and responds to the others in the same way', async () => {
    const ports = memoryPorts()
    const request = (address: string | null) =>
      requestPasswordReset(ports, { actor: { ...actor, address }, email: 'ada@example.com' })
    const queued = () => ports.database.tables.jobs.size
    for (let count = 0; count < 25; count += 1) expect(await request('192.0.2.7')).toEqual(done)
    expect(queued()).toBe(20)
    await request('::ffff:192.0.2.7')
    expect(queued()).toBe(20)
    await request('192.0.2.8')
    expect(queued()).toBe(21)
    for (let count = 0; count < 25; count += 1) expect(await request(null)).toEqual(done)
    expect(queued()).toBe(41)
    ports.clock.advance(3_600_000)
    await request('192.0.2.7')
    expect(queued()).toBe(42)
  })

  it('R25 counts separately from wrong passwords', async () => {
    const ports = memoryPorts()
    for (let count = 0; count < 25; count += 1)
      await requestPasswordReset(ports, { actor, email: 'ada@example.com' })
    expect([...ports.database.tables.attempts.keys()]).toEqual(['reset_request:address:192.0.2.7'])
  })

  it('R57 fails when the attempt limits fail', async () => {
    const ports = memoryPorts()
    const attemptLimits = {
      ...ports.attemptLimits,
      take: () => Promise.reject(new Unavailable('database', 'Away.')),
    }
    const request = requestPasswordReset(
      { ...ports, attemptLimits },
      { actor, email: 'ada@example.com' },
    )
    await expect(request).rejects.toThrow(Unavailable)
    expect(ports.database.tables.jobs.size).toBe(0)
  })

  it('R57 counts no request that Ken could not queue', async () => {
    const ports = memoryPorts()
    const isFull = {
      ...ports,
      transact: () => Promise.reject(new Unavailable('database', 'Full.')),
    }
    for (let count = 0; count < 25; count += 1)
      await expect(
        requestPasswordReset(isFull, { actor, email: 'ada@example.com' }),
      ).rejects.toThrow('Full.')
    await requestPasswordReset(ports, { actor, email: 'ada@example.com' })
    expect(ports.database.tables.jobs.size).toBe(1)
  })

  it('refuses every address while no mail server is configured', async () => {
    const ports = memoryPorts()
    for (const email of ['ada@example.com', 'none'])
      expect(await requestPasswordReset({ ...ports, mailer: null }, { actor, email })).toEqual({
        ok: false,
        error: { code: 'mail.not_configured' },
      })
    expect([ports.database.tables.jobs.size, ports.database.tables.attempts.size]).toEqual([0, 0])
  })
})
