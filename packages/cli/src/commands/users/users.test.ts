import { ok } from '@ken/core'
import { anAccount, anEnrolledPersonIn } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { testWorld, type TestWorld } from '../../test-world.ts'

async function withPeople(
  ...people: readonly Parameters<typeof anAccount>[0][]
): Promise<TestWorld> {
  const world = testWorld()
  await world.ports.transact(async ({ accounts }) => {
    for (const person of people) await accounts.insert(anAccount(person))
    return ok(null)
  })
  return world
}

describe('ken users', () => {
  it('lists people, and those who match', async () => {
    const { ken } = await withPeople(
      { email: 'bob@example.com', name: 'Bob' },
      { email: 'ana@example.com', name: 'Ana', role: 'Owner' },
    )
    const lines = (await ken('users', 'list')).stdout.trim().split('\n')
    expect(lines.map((line) => line.replace(/^\S+ +/, ''))).toEqual([
      'EMAIL            ROLE    STATUS  NAME',
      'ana@example.com  Owner   active  Ana',
      'bob@example.com  Member  active  Bob',
    ])
    const { stdout } = await ken(
      'users',
      'list',
      '--search',
      'BO',
      '--role',
      'Member',
      '--status',
      'active',
      '--json',
    )
    expect(JSON.parse(stdout)).toMatchObject({
      data: [{ email: 'bob@example.com', mfa_enabled: false }],
    })
    expect((await ken('users', 'list', '--role', 'owner')).exitCode).toBe(2)
    expect((await ken('users', 'list', '--search', 'unknown')).stdout).toBe('No user matches.\n')
    expect(await ken('users', 'list', '--search', 'x'.repeat(101))).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('It may have at most 100 characters.') as string,
    })
    expect((await testWorld().ken('users', 'list')).stdout).toContain(
      'No users yet. Invite a person',
    )
  })

  it('lists more people than one page contains', async () => {
    const { ken } = await withPeople(...Array.from({ length: 205 }, () => ({})))
    expect(JSON.parse((await ken('users', 'list', '--json')).stdout).data).toHaveLength(205)
  })

  it('deactivates and reactivates a person', async () => {
    const { ken } = await withPeople({ email: 'ana@example.com' })
    expect((await ken('users', 'deactivate', 'Ana@example.com')).stdout).toContain(
      'Deactivated ana@example.com',
    )
    expect(
      JSON.parse((await ken('users', 'reactivate', 'ana@example.com', '--json')).stdout),
    ).toMatchObject({
      email: 'ana@example.com',
      status: 'active',
    })
  })

  it('says that an active person was not changed by reactivating', async () => {
    const { ken } = await withPeople({ email: 'ana@example.com' })
    expect((await ken('users', 'reactivate', 'ana@example.com')).stdout).toBe(
      'ana@example.com is active already.\n',
    )
    await ken('users', 'deactivate', 'ana@example.com')
    expect((await ken('users', 'reactivate', 'ana@example.com')).stdout).toMatch(
      /^Reactivated ana@example\.com\.\n/,
    )
  })

  it('removes a second factor, and says so if there was none', async () => {
    const { ken, ports } = await withPeople({ email: 'ana@example.com' })
    const { account } = await anEnrolledPersonIn(ports, { email: 'bob@example.com' })
    for (const email of ['ana@example.com', 'bob@example.com']) {
      expect((await ken('reset-mfa', '--email', email)).stdout).toContain(
        `${email} has no two-factor authentication now`,
      )
    }
    expect(ports.database.tables.accounts.get(account.id)).toMatchObject({
      mfaSecret: null,
      mfaEnabledAt: null,
    })
  })

  it('R50 says why the only Owner stays, and which address is unknown', async () => {
    const { ken } = await withPeople({ email: 'ana@example.com', role: 'Owner' })
    expect(await ken('users', 'deactivate', 'ana@example.com')).toMatchObject({
      exitCode: 1,
      stdout: '',
    })
    expect((await ken('users', 'deactivate', 'ana@example.com')).stderr).toContain(
      'the only active Owner',
    )
    expect((await ken('users', 'deactivate', 'bob@example.com')).stderr).toContain(
      'bob@example.com',
    )
  })
})
