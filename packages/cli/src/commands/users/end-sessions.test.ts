import { aPersonIn, aSessionIn } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { testWorld } from '../../test-world.ts'

/** Two people, of whom Ana has two sessions and Bob one. */
async function withSessions() {
  const world = testWorld()
  const ana = await aPersonIn(world.ports, { email: 'ana@example.com' })
  const bob = await aPersonIn(world.ports, { email: 'bob@example.com' })
  for (const { account } of [ana, ana, bob]) await aSessionIn(world.ports, account)
  return { ...world, sessions: () => world.ports.database.tables.sessions.size }
}

describe('ken users end-sessions', () => {
  it('R42 signs one person out', async () => {
    const { ken, sessions } = await withSessions()
    const { exitCode, stdout } = await ken('users', 'end-sessions', 'Ana@example.com')
    expect([exitCode, sessions()]).toEqual([0, 1])
    expect(stdout).toMatch(/^Ended 2 sessions of ana@example\.com\.\nAccess tokens /)
    expect((await ken('users', 'end-sessions', 'ana@example.com')).stdout).toBe(
      'ana@example.com is not signed in.\n',
    )
  })

  it('R42 signs everyone out', async () => {
    const { ken, sessions } = await withSessions()
    const { stdout } = await ken('users', 'end-sessions', '--all', '--json')
    expect([JSON.parse(stdout), sessions()]).toEqual([{ people: 2, sessions: 3 }, 0])
    expect((await ken('users', 'end-sessions', '--all')).stdout).toBe('No one is signed in.\n')
  })

  it('says how many accounts were signed out', async () => {
    const { ken } = await withSessions()
    expect((await ken('users', 'end-sessions', '--all')).stdout).toMatch(
      /^Ended 3 sessions of 2 accounts\./,
    )
  })

  it('needs an address or --all, and not both, and an address that exists', async () => {
    const { ken, sessions } = await withSessions()
    for (const wrong of [[], ['ana@example.com', '--all']]) {
      const { exitCode, stderr } = await ken('users', 'end-sessions', ...wrong)
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--all')])
    }
    const unknown = await ken('users', 'end-sessions', 'eve@example.com')
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('No user')])
    expect(sessions()).toBe(3)
  })
})
