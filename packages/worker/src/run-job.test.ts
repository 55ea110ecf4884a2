import { noHistory, type Email, type Job } from '@ken/core/ports'
import { memoryPorts } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { runJob } from './run-job.ts'

const to = { address: 'ada@example.com' as Email, name: 'Ada' }

it('passes a job to its use case, and returns the outcome', async () => {
  const ports = memoryPorts()
  const job: Job = {
    kind: 'deliver_notice',
    notice: { to, about: { kind: 'password_changed' }, at: '2030-01-01T00:00:00Z' },
  }
  expect(await runJob(ports, job, noHistory)).toEqual({ ok: true, value: null })
  expect(ports.mailer.sent).toMatchObject([{ kind: 'notice', to }])
  ports.mailer.answer({ kind: 'deferred', reason: 'it is full' })
  expect(await runJob(ports, job, noHistory)).toEqual({
    ok: false,
    error: { code: 'mail.deferred', reason: 'it is full' },
  })
})
