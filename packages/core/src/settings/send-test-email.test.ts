import { describe, expect, it } from 'vitest'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { aPersonIn, memoryPorts, noticesTo } from '../testing/index.ts'
import { sendTestEmail } from './send-test-email.ts'

describe('sendTestEmail', () => {
  it('queues an email to the address of the administrator, three an hour', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { role: 'Admin' })
    for (let sent = 1; sent <= 3; sent += 1) {
      expect(await sendTestEmail(ports, { actor })).toEqual({ ok: true, value: null })
      expect(noticesTo(ports, account)).toHaveLength(sent)
    }
    expect(await sendTestEmail(ports, { actor })).toEqual({
      ok: false,
      error: { code: 'mail.tests_exhausted', retryAfterSeconds: 3_600 },
    })
    expect(noticesTo(ports, account)).toEqual([1, 2, 3].map(() => ({ kind: 'test_email' })))
    expect([...ports.database.tables.audit.values()]).toMatchObject(
      [1, 2, 3].map(() => ({ action: 'mail.test' })),
    )
    ports.clock.advance(3_601_000)
    expect((await sendTestEmail(ports, { actor })).ok).toBe(true)
  })

  it('counts no email that Ken could not queue', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Admin' })
    const transact: typeof ports.transact = (work) =>
      ports.transact((stores) => {
        const jobs = {
          ...stores.jobs,
          enqueue: () => Promise.reject(new Unavailable('database', 'Full.')),
        }
        return work({ ...stores, jobs })
      })
    for (let tries = 0; tries < 4; tries += 1)
      await expect(sendTestEmail({ ...ports, transact }, { actor })).rejects.toThrow('Full.')
    expect((await sendTestEmail(ports, { actor })).ok).toBe(true)
  })

  it('refuses a Member, and says that no mail server is configured', async () => {
    const ports = memoryPorts()
    const member = await aPersonIn(ports, { role: 'Member' })
    expect(await sendTestEmail(ports, { actor: member.actor })).toEqual({
      ok: false,
      error: { code: 'account.forbidden' },
    })
    const { actor } = await aPersonIn(ports, { role: 'Owner' })
    expect(await sendTestEmail({ ...ports, mailer: null }, { actor })).toEqual({
      ok: false,
      error: { code: 'mail.not_configured' },
    })
  })
})
