import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import type { DeadLetter, JobQueue } from '../ports/index.ts'
import { memoryPorts } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { showQueue } from './show-queue.ts'

const dead: DeadLetter = {
  id: '1',
  kind: 'deliver_notice',
  attempts: 200,
  createdAt: new Date('2029-12-29T00:00:00Z'),
  deadLetteredAt: new Date('2029-12-31T00:00:00Z'),
  reason: 'The mail server does not respond.',
  fault: 'mail.deferred',
}

/** A queue with a dead letter and a job that is overdue by `overdueSeconds`. */
const queueDue = (overdueSeconds: number): JobQueue => ({
  ...memoryPorts().jobQueue,
  listDead: async (limit) => (limit === 100 ? [dead] : []),
  overdueSeconds: async () => overdueSeconds,
})

describe('showQueue', () => {
  onlyAdministrators((ports, actor) => showQueue(ports, { actor }))

  it('counts every kind, and lists dead letters', async () => {
    const counts = [
      'answer_chat_post',
      'admit_chat_sender',
      'deliver_invitation',
      'deliver_password_reset',
      'deliver_notice',
      'remove_source',
    ].map((kind) => ({
      kind,
      waiting: 0,
      delayed: 0,
      running: 0,
      deadLettered: 0,
    }))
    expect(await showQueue(memoryPorts({ jobQueue: queueDue(0) }), { actor: operator })).toEqual({
      ok: true,
      value: { counts, isStalled: false, deadLetters: [dead] },
    })
  })

  it('reports overdue jobs as stalled', async () => {
    const shown = await showQueue(memoryPorts({ jobQueue: queueDue(301) }), { actor: operator })
    expect(shown).toMatchObject({ ok: true, value: { isStalled: true } })
  })
})
