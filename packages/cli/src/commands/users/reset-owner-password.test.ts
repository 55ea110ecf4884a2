import { anAccount, aPersonIn, memoryPorts } from '@ken/core/testing'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { connectionTo, testWorld } from '../../test-world.ts'

const email = 'ana@example.com'
const password = 'violet otter paints barns'

/** A world with these accounts, the first of them Ana's. */
async function withAccounts(
  options: Parameters<typeof testWorld>[0],
  ...accounts: readonly Parameters<typeof anAccount>[0][]
) {
  const world = testWorld(options)
  for (const [position, account] of accounts.entries()) {
    const added = anAccount({ ...(position === 0 && { email }), ...account })
    await world.ports.transact(async (stores) => ({
      ok: true,
      value: await stores.accounts.insert(added),
    }))
  }
  return world
}

const owner = { role: 'Owner' } as const

describe('ken reset-password', () => {
  it('sets the password of the only Owner, from the first line of standard input', async () => {
    const { ken, ports } = await withAccounts({ stdin: `${password}\n` }, owner, {})
    const { exitCode, stdout, stderr } = await ken(
      'reset-password',
      '--email',
      'Ana@Example.com',
      '--json',
    )
    expect([exitCode, stderr]).toEqual([0, ''])
    const [account] = [...ports.database.tables.accounts.values()]
    expect(JSON.parse(stdout)).toEqual({
      id: account?.id,
      email,
      temporary_password: null,
      expires_at: null,
    })
    expect(await ports.passwordHasher.verify(password, account?.passwordHash ?? null)).toBe(true)
  })

  it('accepts the password as an option, with a warning about the list of processes', async () => {
    const { ken } = await withAccounts({}, owner)
    const { exitCode, stdout, stderr } = await ken(
      'reset-password',
      '--email',
      email,
      '--password',
      password,
    )
    expect(exitCode).toBe(0)
    expect(stdout).toContain(`Reset the password of the Owner ${email}`)
    expect(stderr).toContain('warning: --password is visible')
    expect(stdout + stderr).not.toContain(password)
  })

  it('R19 creates a temporary password, shows it once and says until when it works', async () => {
    const { ken, ports } = await withAccounts({}, owner)
    const { exitCode, stdout } = await ken(
      'reset-password',
      '--email',
      email,
      '--temporary',
      '--json',
    )
    expect(exitCode).toBe(0)
    const { temporary_password: temporary, expires_at: expiresAt } = JSON.parse(stdout) as Record<
      string,
      string
    >
    const [account] = [...ports.database.tables.accounts.values()]
    expect(await ports.passwordHasher.verify(temporary!, account?.passwordHash ?? null)).toBe(true)
    expect(account).toMatchObject({
      mustChangePassword: true,
      temporaryPasswordExpiresAt: new Date(expiresAt!),
    })
    expect((await ken('reset-password', '--email', email, '--temporary')).stdout).toMatch(
      /Temporary password, until \d{4}-.*: \S+/,
    )
  })

  it('refuses while another Owner can do it, and says so', async () => {
    for (const other of [owner, {}]) {
      const { ken } = await withAccounts({}, { role: other === owner ? 'Owner' : 'Admin' }, owner)
      const { exitCode, stderr } = await ken(
        'reset-password',
        '--email',
        email,
        '--password',
        password,
        '--json',
      )
      expect(exitCode).toBe(1)
      expect(stderr).toContain('"account.not_only_owner"')
      expect(stderr).toContain('Another Owner can reset this one')
    }
  })

  it('leaves the database to others while it waits for the password', async () => {
    const connections = { open: 0 }
    const whileReading: number[] = []
    const stdin = new Readable({
      read() {
        whileReading.push(connections.open)
        this.push(`${password}\n`)
        this.push(null)
      },
    })
    const ports = memoryPorts()
    await aPersonIn(ports, { email, ...owner })
    const { ken } = testWorld({
      stdin,
      connect: async () => {
        connections.open += 1
        const close = async () => void (connections.open -= 1)
        return { ...connectionTo(ports), close }
      },
    })
    expect(await ken('reset-password', '--email', email)).toMatchObject({ exitCode: 0 })
    expect([whileReading[0], connections.open]).toEqual([0, 0])
  })

  it('refuses an unknown address before it asks for a password', async () => {
    const { ken } = await withAccounts({}, owner)
    const { stderr } = await ken('reset-password', '--email', 'bob@example.com')
    expect(stderr).toContain('No user')
  })

  it('refuses while another Owner can do it, before it asks for a password', async () => {
    const { ken } = await withAccounts({}, owner, owner)
    const { exitCode, stderr } = await ken('reset-password', '--email', email)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('Another Owner')])
  })

  it('refuses an unknown address, and a password that breaks the policy, without repeating it', async () => {
    const { ken } = await withAccounts({}, owner)
    expect(
      (await ken('reset-password', '--email', 'bob@example.com', '--temporary')).stderr,
    ).toContain('No user')
    const weak = await ken('reset-password', '--email', email, '--password', 'hunter2')
    expect(weak).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('at least 8 characters'),
    })
    expect(weak.stderr).not.toContain('hunter2')
  })

  it('returns 2 when there is no password at all, or two of them', async () => {
    const { ken } = await withAccounts({}, owner)
    expect(await ken('reset-password', '--email', email)).toMatchObject({ exitCode: 2 })
    const both = await ken(
      'reset-password',
      '--email',
      email,
      '--temporary',
      '--password',
      password,
    )
    expect(both).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('either --password or --temporary'),
    })
  })
})
