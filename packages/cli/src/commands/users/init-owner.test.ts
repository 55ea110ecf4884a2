import { memoryPorts } from '@ken/core/testing'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { connectionTo, testWorld } from '../../test-world.ts'

const password = 'violet otter paints barns'

describe('ken init-owner', () => {
  it('creates the first Owner in the format that scripts rely on, with a warning about the list of processes', async () => {
    const { ken } = testWorld()
    const argv = [
      'init-owner',
      '--email',
      'Ana@Example.com',
      '--password',
      password,
      '--name',
      'Ana',
      '--json',
    ]
    const { exitCode, stdout, stderr } = await ken(...argv)
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      id: expect.any(String),
      email: 'ana@example.com',
      name: 'Ana',
      role: 'Owner',
    })
    expect(stderr).toContain('warning: --password is visible')
    expect(stdout + stderr).not.toContain(password)
  })

  it('reads the password from the first line of standard input', async () => {
    const { ken, ports } = testWorld({ stdin: `${password}\r\nmore\n` })
    expect(await ken('init-owner', '--email', 'ana@example.com')).toMatchObject({
      exitCode: 0,
      stderr: '',
    })
    const hash = [...ports.database.tables.accounts.values()][0]?.passwordHash ?? null
    expect(await ports.passwordHasher.verify(password, hash)).toBe(true)
  })

  it('returns 2 when there is no password at all', async () => {
    const { exitCode, stderr } = await testWorld().ken('init-owner', '--email', 'ana@example.com')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('first line of standard input')
  })

  it('refuses an invalid address before it asks for a password', async () => {
    const { exitCode, stderr } = await testWorld().ken('init-owner', '--email', 'ana', '--json')
    expect(exitCode).toBe(2)
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'account.email_invalid' } })
  })

  it('is refused once an account exists, before it asks for a password', async () => {
    const { ken } = testWorld()
    await ken('init-owner', '--email', 'ana@example.com', '--password', password)
    const { exitCode, stderr } = await ken('init-owner', '--email', 'eve@example.com')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('Ken is already set up')
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
    const { ken } = testWorld({
      stdin,
      connect: async () => {
        connections.open += 1
        const close = async () => void (connections.open -= 1)
        return { ...connectionTo(ports), close }
      },
    })
    expect(await ken('init-owner', '--email', 'ana@example.com')).toMatchObject({ exitCode: 0 })
    expect([whileReading[0], connections.open]).toEqual([0, 0])
  })

  it('does not ask for a password while the database is unavailable', async () => {
    const world = testWorld({ connect: () => Promise.reject(new Error('The database is gone.')) })
    const { exitCode, stderr } = await world.ken('init-owner', '--email', 'ana@example.com')
    expect([exitCode, stderr]).toEqual([1, 'error: The database is gone.\n'])
  })

  it('R16 refuses a password by the one policy, naming every reason and never the password', async () => {
    const { exitCode, stderr } = await testWorld().ken(
      'init-owner',
      '--email',
      'ana@example.com',
      '--password',
      'hunter2',
    )
    expect(exitCode).toBe(1)
    expect(stderr).toContain('at least 8 characters')
    expect(stderr).not.toContain('hunter2')
  })
})
