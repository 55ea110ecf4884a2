import { memoryPorts } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { connectionTo, testConfig, testWorld } from '../../test-world.ts'

const onDatabase = (databaseUrl: string | null) =>
  testWorld({ connect: async () => connectionTo(memoryPorts(), { ...testConfig, databaseUrl }) })

describe('ken database roles', () => {
  it('R171 prints the settings to use next, with the passwords of new roles', async () => {
    const { ken } = onDatabase('postgres://postgres:secret@db:5433/ken?sslmode=verify-full')
    const { exitCode, stdout } = await ken('database', 'roles', '--runtime', 'ken')
    expect(exitCode).toBe(0)
    expect(stdout).toBe(
      `Created the role ken_owner, the owner of Ken's tables. Before the start of a new version:
  KEN_DATABASE_URL=postgres://ken_owner:of-owner@db:5433/ken?sslmode=verify-full ken migrate
Updated the role ken, which reads and writes rows. For all other commands:
  export KEN_DATABASE_URL=postgres://ken:PASSWORD@db:5433/ken?sslmode=verify-full
Passwords of new roles are shown only now.
`,
    )
  })

  it('prints a URL with several parameters so that a shell takes it as one word', async () => {
    const { ken } = onDatabase("postgres://db/ken?sslmode=verify-full&application_name=ana's")
    const { stdout } = await ken('database', 'roles')
    expect(stdout).toContain(
      String.raw`export KEN_DATABASE_URL='postgres://ken_app:PASSWORD@db/ken?sslmode=verify-full&application_name=ana'\''s'`,
    )
  })

  it('R171 says that the embedded database has no roles', async () => {
    const { ken } = onDatabase(null)
    const { exitCode, stderr } = await ken('database', 'roles')
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/^error: The embedded database has no roles/)
  })

  it('refuses a name that is not one of a role, and one name for both', async () => {
    const { ken } = onDatabase('postgres://db/ken')
    expect((await ken('database', 'roles', '--owner', 'Ken; drop')).exitCode).toBe(2)
    expect(await ken('database', 'roles', '--owner', 'ken_app')).toMatchObject({
      exitCode: 2,
      stderr: 'error: The two roles need different names.\n',
    })
  })
})
