import type { JobQueue } from '@ken/core/ports'
import { memoryPorts } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { connectionTo, testConfig, testWorld } from '../test-world.ts'

const jobQueue: JobQueue = {
  count: async () => [
    { kind: 'deliver_notice', waiting: 1_200, delayed: 200, running: 3, deadLettered: 1 },
  ],
  listDead: async () => [
    {
      id: '42',
      kind: 'deliver_notice',
      attempts: 200,
      createdAt: new Date('2029-12-29T00:00:00Z'),
      deadLetteredAt: new Date('2029-12-31T00:00:00Z'),
      reason: 'The mail server is full.',
      fault: 'mail.deferred',
    },
  ],
  listRemovals: async () => [],
  overdueSeconds: async () => 400,
}

it('ken queue counts each job once, shows dead letters, and warns that no worker runs', async () => {
  const { ken } = testWorld({ ports: memoryPorts({ jobQueue }) })
  const { exitCode, stdout, stderr } = await ken('queue')
  expect(exitCode).toBe(0)
  expect(stdout).toBe(
    [
      'KIND            DUE    DELAYED  RUNNING  FAILED',
      'deliver_notice  1,000  200      3        1',
      '',
      'FAILED AT                 KIND            JOB  REASON',
      '2029-12-31T00:00:00.000Z  deliver_notice  42   The mail server is full.',
      '',
    ].join('\n'),
  )
  expect(stderr).toBe(
    [
      'When the cause is fixed, retry them with: ken queue retry --all',
      'warning: Jobs are waiting, and no worker runs them. Start one with: ken worker',
      '',
    ].join('\n'),
  )
  expect(JSON.parse((await ken('queue', '--json')).stdout)).toEqual({
    neglected: true,
    kinds: [{ kind: 'deliver_notice', waiting: 1_200, delayed: 200, under_way: 3, given_up: 1 }],
    dead_letters: [
      {
        id: '42',
        kind: 'deliver_notice',
        tries: 200,
        created_at: '2029-12-29T00:00:00.000Z',
        given_up_at: '2029-12-31T00:00:00.000Z',
        reason: 'The mail server is full.',
      },
    ],
  })
})

it('ken queue prints nothing for empty lists', async () => {
  const { stdout, stderr } = await testWorld().ken('queue')
  expect(stdout).toMatch(/^KIND[^\n]*\n(\w+ +0 +0 +0 +0\n)+$/)
  expect(stderr).toBe('')
})

it('ken queue names ken start if the embedded database is not open anywhere else', async () => {
  const ports = memoryPorts({ jobQueue })
  const connection = connectionTo(ports, { ...testConfig, databaseUrl: null })
  const { ken } = testWorld({ ports, connect: async () => connection })
  expect((await ken('queue')).stderr).toContain('no worker runs them. Start Ken with: ken start')
})
