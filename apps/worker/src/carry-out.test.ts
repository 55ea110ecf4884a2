import { noPast, type Email, type Job } from '@ken/core/ports'
import { memoryPorts } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { carryOut } from './carry-out.ts'

const to = { address: 'ada@example.com' as Email, name: 'Ada' }

it('gives a job to its use case, and tells the outcome', async () => {
  const ports = memoryPorts()
  const job: Job = { kind: 'deliver_notice', notice: { to, about: { kind: 'password_changed' }, at: '2030-01-01T00:00:00Z' } }
  expect(await carryOut(ports, job, noPast)).toEqual({ ok: true, value: null })
  expect(ports.mailer.sent).toMatchObject([{ kind: 'notice', to }])
  ports.mailer.answer({ kind: 'deferred', reason: 'it is full' })
  expect(await carryOut(ports, job, noPast)).toEqual({ ok: false, error: { code: 'mail.deferred', reason: 'it is full' } })
})
