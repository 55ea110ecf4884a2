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
  it('R33 mails the notice to the person it is about', async () => {
    const ports = memoryPorts()
    expect(await deliverNotice(ports, job)).toEqual(done)
    expect(ports.mailer.sent).toEqual([{ kind: 'notice', ...notice }])
  })

  it('R86 comes again while the mail server takes no mail, and not once it refused for good', async () => {
    const ports = memoryPorts()
    ports.mailer.answer({ kind: 'deferred', reason: 'it is full' }, { kind: 'refused', reason: 'nobody of that name' })
    expect(await deliverNotice(ports, job)).toEqual({ ok: false, error: { code: 'mail.deferred', reason: 'it is full' } })
    expect(await deliverNotice(ports, job)).toEqual(done)
    expect(ports.mailer.sent).toEqual([])
  })

  it('R86 comes once more when nobody can tell whether the mail server took it', async () => {
    const ports = memoryPorts()
    ports.mailer.answer({ kind: 'unknown', reason: 'silent' }, { kind: 'unknown', reason: 'silent' })
    expect(await deliverNotice(ports, job)).toEqual({ ok: false, error: { code: 'mail.unknown', reason: 'silent' } })
    expect(await deliverNotice(ports, job, { isPerhapsDone: true, isAbandoned: false })).toEqual(done)
    expect(ports.mailer.sent).toHaveLength(2)
  })

  it('is done without a mail server, because nobody can be told', async () => {
    expect(await deliverNotice({ mailer: null }, job)).toEqual(done)
  })
})
