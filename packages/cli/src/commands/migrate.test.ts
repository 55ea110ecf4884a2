import { memoryPorts } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { connectionTo, testWorld } from '../test-world.ts'

const migrating = (applied: readonly string[], hasPreparedQueue = false) => {
  const connection = connectionTo(memoryPorts())
  return testWorld({
    connect: async () => ({
      ...connection,
      own: { ...connection.own!, applied, hasPreparedQueue },
    }),
  })
}

describe('ken migrate', () => {
  it('names the applied migrations, and says that it prepared the queue', async () => {
    const { ken } = migrating(['0001-create-accounts', '0002-create-audit-log'], true)
    expect((await ken('migrate')).stdout).toBe(
      'Applied 0001-create-accounts.\nApplied 0002-create-audit-log.\nPrepared the queue.\n',
    )
    expect(JSON.parse((await ken('migrate', '--json')).stdout)).toEqual({
      applied: ['0001-create-accounts', '0002-create-audit-log'],
      prepared_queue: true,
    })
  })

  it('says that the database is up to date only if nothing was missing', async () => {
    expect((await migrating([]).ken('migrate')).stdout).toBe('The database is up to date.\n')
    expect((await migrating([], true).ken('migrate')).stdout).toBe('Prepared the queue.\n')
  })
})
