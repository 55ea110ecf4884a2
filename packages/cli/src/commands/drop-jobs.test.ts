import type { Email, Job } from '@ken/core/ports'
import { anAnswerJob, anOrigin, memoryPorts } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { testWorld } from '../test-world.ts'

const reset: Job = {
  kind: 'deliver_password_reset',
  email: 'ada@example.com' as Email,
  origin: anOrigin,
}

function withJobs(...jobs: readonly Job[]) {
  const ports = memoryPorts()
  for (const job of jobs) ports.database.tables.jobs.set(ports.database.tables.jobs.size, job)
  return { ...testWorld({ ports }), waiting: () => ports.database.tables.jobs.size }
}

it('ken queue drop deletes the waiting jobs of the given kinds', async () => {
  const { ken, waiting } = withJobs(reset, anAnswerJob(), reset)
  expect(await ken('queue', 'drop', 'deliver_password_reset', 'deliver_notice')).toEqual({
    exitCode: 0,
    stdout: 'Dropped 2 jobs:\n  deliver_password_reset: 2\n',
    stderr: '',
  })
  expect(waiting()).toBe(1)
  expect(JSON.parse((await ken('queue', 'drop', '--all', '--json')).stdout)).toEqual({
    dropped: [
      { kind: 'answer_chat_post', jobs: 1 },
      { kind: 'admit_chat_sender', jobs: 0 },
      { kind: 'deliver_invitation', jobs: 0 },
      { kind: 'deliver_password_reset', jobs: 0 },
      { kind: 'deliver_notice', jobs: 0 },
    ],
  })
  expect((await ken('queue', 'drop', '--all')).stdout).toBe('No such jobs are waiting.\n')
})

it.each([
  { given: [], words: 'See what waits with: ken queue' },
  { given: ['deliver_notice', '--all'], words: 'See what waits with: ken queue' },
  { given: ['remove_source'], words: 'Allowed choices are' },
])('ken queue drop $given is wrong usage, and drops nothing', async ({ given, words }) => {
  const { ken, waiting } = withJobs(reset)
  const { exitCode, stderr } = await ken('queue', 'drop', ...given)
  expect([exitCode, waiting()]).toEqual([2, 1])
  expect(stderr).toContain(words)
})
