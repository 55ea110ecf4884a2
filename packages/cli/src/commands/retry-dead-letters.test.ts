import type { Email, Job } from '@ken/core/ports'
import { anOrigin, memoryPorts } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { testWorld } from '../test-world.ts'

const job: Job = {
  kind: 'deliver_password_reset',
  email: 'ada@example.com' as Email,
  origin: anOrigin,
}

function withDeadLetters(...ids: readonly string[]) {
  const ports = memoryPorts()
  for (const id of ids) ports.database.tables.jobsDead.set(id, job)
  return { ...testWorld({ ports }), waiting: () => ports.database.tables.jobs.size }
}

it('ken queue retry queues the named jobs again', async () => {
  const { ken, waiting } = withDeadLetters('one', 'two', 'three')
  expect(await ken('queue', 'retry', 'ONE')).toEqual({
    exitCode: 0,
    stdout: 'Queued 1 job again.\n',
    stderr: '',
  })
  expect(waiting()).toBe(1)
  expect(JSON.parse((await ken('queue', 'retry', '--all', '--json')).stdout)).toEqual({
    retried: ['two', 'three'],
  })
  expect(waiting()).toBe(3)
  expect((await ken('queue', 'retry', '--all')).stdout).toBe('There are no dead letters.\n')
})

it('ken queue retry does nothing when one of the jobs does not exist, and names it', async () => {
  const { ken, waiting } = withDeadLetters('one')
  const { exitCode, stderr } = await ken('queue', 'retry', 'one', 'gone')
  expect([exitCode, waiting()]).toEqual([1, 0])
  expect(stderr).toBe(
    'error: No failed job gone. Nothing was retried. See the failed jobs with: ken queue\n',
  )
})

it('ken queue retry needs ids or --all, and not both', async () => {
  const { ken, waiting } = withDeadLetters('one')
  for (const wrong of [[], ['one', '--all']]) {
    const { exitCode, stderr } = await ken('queue', 'retry', ...wrong)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('ken queue')])
  }
  expect(waiting()).toBe(0)
})
