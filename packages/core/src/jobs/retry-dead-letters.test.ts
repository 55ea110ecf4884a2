import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import type { Email, Job } from '../ports/index.ts'
import { anOrigin, memoryPorts, type MemoryPorts } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { retryDeadLetters } from './retry-dead-letters.ts'

const aReset = (name: string): Job => ({
  kind: 'deliver_password_reset',
  email: `${name}@example.com` as Email,
  origin: anOrigin,
})

function withDeadLetters(...names: readonly string[]): MemoryPorts {
  const ports = memoryPorts()
  for (const name of names) ports.database.tables.jobsDead.set(name, aReset(name))
  return ports
}

const waiting = ({ database }: MemoryPorts) => [...database.tables.jobs.values()]
const audited = ({ database }: MemoryPorts) => [...database.tables.audit.values()]

describe('retryDeadLetters', () => {
  onlyAdministrators((ports, actor) => retryDeadLetters(ports, { actor, ids: 'all' }))

  it('R62 requeues the given jobs, and audits their number', async () => {
    const ports = withDeadLetters('ada', 'bob', 'cy')
    const retried = await retryDeadLetters(ports, { actor: operator, ids: ['ada', 'cy', 'ada'] })
    expect(retried).toEqual({ ok: true, value: ['ada', 'cy'] })
    expect(waiting(ports)).toEqual([aReset('ada'), aReset('cy')])
    expect(audited(ports)).toMatchObject([{ action: 'queue.retry', via: 'cli', meta: { jobs: 2 } }])
  })

  it('requeues all, and audits nothing if there are none', async () => {
    const ports = withDeadLetters('ada', 'bob')
    expect(await retryDeadLetters(ports, { actor: operator, ids: 'all' })).toEqual({
      ok: true,
      value: ['ada', 'bob'],
    })
    expect(await retryDeadLetters(ports, { actor: operator, ids: 'all' })).toEqual({
      ok: true,
      value: [],
    })
    expect([waiting(ports).length, audited(ports).length]).toEqual([2, 1])
  })

  it('requeues none if one of the given jobs is missing', async () => {
    const ports = withDeadLetters('ada')
    const retried = await retryDeadLetters(ports, { actor: operator, ids: ['ada', 'gone'] })
    expect(retried).toEqual({ ok: false, error: { code: 'job.not_found', ids: ['gone'] } })
    expect([waiting(ports), audited(ports)]).toEqual([[], []])
    expect(ports.database.tables.jobsDead.size).toBe(1)
  })
})
