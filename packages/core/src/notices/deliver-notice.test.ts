import { describe, expect, it } from 'vitest'
import type { Email } from '../model/accounts/email.ts'
import type { JobOf } from '../ports/index.ts'
import { memoryPorts } from '../testing/index.ts'
import { deliverNotice } from './deliver-notice.ts'

const to = { address: 'ada@example.com' as Email, name: 'Ada Lovelace' }
const notice = { to, about: { kind: 'password_changed' }, at: '2026-03-04T05:06:07.089Z' } as const
const job: JobOf<'deliver_notice'> = { kind: 'deliver_notice', notice }
const done = { ok: true, value: null }

describe('deliverNotice', () => {
  it('R33 emails the notice to its recipient', async () => {
    const ports = memoryPorts()
    expect(await deliverNotice(ports, job)).toEqual(done)
    expect(ports.mailer.sent).toEqual([{ kind: 'notice', ...notice }])
  })

  it('R86 retries a deferred email, but not a rejected one', async () => {
    const ports = memoryPorts()
    ports.mailer.answer(
      { kind: 'deferred', reason: 'it is full' },
      { kind: 'refused', reason: 'no such user' },
    )
    expect(await deliverNotice(ports, job)).toEqual({
      ok: false,
      error: { code: 'mail.deferred', reason: 'it is full' },
    })
    expect(await deliverNotice(ports, job)).toEqual(done)
    expect(ports.mailer.sent).toEqual([])
  })

  it('R86 retries once when it is unknown whether the mail server accepted the email', async () => {
    const ports = memoryPorts()
    ports.mailer.answer(
      { kind: 'unknown', reason: 'silent' },
      { kind: 'unknown', reason: 'silent' },
    )
    expect(await deliverNotice(ports, job)).toEqual({
      ok: false,
      error: { code: 'mail.unknown', reason: 'silent' },
    })
    expect(await deliverNotice(ports, job, { mayBeDone: true, isAbandoned: false })).toEqual(done)
    expect(ports.mailer.sent).toHaveLength(2)
  })

  it('does nothing without a mail server', async () => {
    expect(await deliverNotice({ mailer: null }, job)).toEqual(done)
  })
})
