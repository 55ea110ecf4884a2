import { memoryPorts } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { connectionTo, testWorld } from '../test-world.ts'

const applying = (...applied: readonly string[]) => {
  const connection = connectionTo(memoryPorts())
  return testWorld({
    connect: async () => ({ ...connection, own: { ...connection.own!, applied } }),
  })
}

describe('ken migrate', () => {
  it('names the applied migrations', async () => {
    const { ken } = applying('0001-create-accounts', '0002-create-audit-log')
    expect((await ken('migrate')).stdout).toBe(
      'Applied 0001-create-accounts.\nApplied 0002-create-audit-log.\n',
    )
    expect(JSON.parse((await ken('migrate', '--json')).stdout)).toEqual({
      applied: ['0001-create-accounts', '0002-create-audit-log'],
    })
  })

  it('says that the database is up to date', async () => {
    expect((await applying().ken('migrate')).stdout).toBe('The database is up to date.\n')
  })
})
