import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import type { Email, Job } from '../ports/index.ts'
import { anInvitation, anOrigin, memoryPorts } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { dropJobs } from './drop-jobs.ts'

const aReset = (name: string): Job => ({
  kind: 'deliver_password_reset',
  email: `${name}@example.com` as Email,
  origin: anOrigin,
})

/** Two password resets and two invitations wait, of which one was sent meanwhile. */
function withJobs() {
  const ports = memoryPorts()
  const { jobs, invitations } = ports.database.tables
  const [queued, sent] = [
    anInvitation({ email: 'bob@example.com' }),
    anInvitation({ email: 'cy@example.com', state: 'sent' }),
  ]
  for (const invitation of [queued, sent]) {
    invitations.set(invitation.id, invitation)
    jobs.set(jobs.size, { kind: 'deliver_invitation', invitationId: invitation.id, paced: false })
  }
  for (const name of ['ada', 'dee']) jobs.set(jobs.size, aReset(name))
  return { ports, tables: () => ports.database.tables, queued, sent }
}

describe('dropJobs', () => {
  onlyAdministrators((ports, actor) => dropJobs(ports, { actor, kinds: ['deliver_notice'] }))

  it('R62 drops the waiting jobs of the given kinds, and audits their number', async () => {
    const { ports, tables } = withJobs()
    const dropped = await dropJobs(ports, {
      actor: operator,
      kinds: ['deliver_password_reset', 'deliver_notice', 'deliver_notice'],
    })
    expect(dropped).toEqual({
      ok: true,
      value: [
        { kind: 'deliver_password_reset', jobs: 2 },
        { kind: 'deliver_notice', jobs: 0 },
      ],
    })
    expect([...tables().jobs.values()].map(({ kind }) => kind)).toEqual([
      'deliver_invitation',
      'deliver_invitation',
    ])
    expect([...tables().audit.values()]).toMatchObject([
      { action: 'queue.drop', via: 'cli', meta: { jobs: 2, kinds: 'deliver_password_reset' } },
    ])
  })

  it('fails the queued invitations that it drops, and no others', async () => {
    const { ports, tables, queued, sent } = withJobs()
    await dropJobs(ports, { actor: operator, kinds: ['deliver_invitation'] })
    expect(tables().invitations.get(queued.id)).toEqual({
      ...queued,
      state: 'failed',
      lastError: 'It was dropped from the queue.',
    })
    expect(tables().invitations.get(sent.id)).toEqual(sent)
  })

  it('does not fail a resent invitation whose earlier email a worker is sending', async () => {
    const { ports, tables, queued } = withJobs()
    const running: Job = { kind: 'deliver_invitation', invitationId: queued.id, paced: false }
    const transact: typeof ports.transact = (work) =>
      ports.transact((stores) => {
        const dropWaiting: typeof stores.jobs.dropWaiting = async (kinds) => ({
          ...(await stores.jobs.dropWaiting(kinds)),
          kept: [running],
        })
        return work({ ...stores, jobs: { ...stores.jobs, dropWaiting } })
      })
    await dropJobs({ transact }, { actor: operator, kinds: ['deliver_invitation'] })
    expect(tables().invitations.get(queued.id)).toEqual(queued)
  })

  it('audits nothing if there are none', async () => {
    const ports = memoryPorts()
    await dropJobs(ports, { actor: operator, kinds: ['deliver_notice'] })
    expect(ports.database.tables.audit.size).toBe(0)
  })
})
