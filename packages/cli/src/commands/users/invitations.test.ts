import { deliverInvitation } from '@ken/core'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectionTo, testWorld, type TestWorld } from '../../test-world.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ken-invite-'))
})
afterEach(() => rm(folder, { recursive: true }))

const countOf = ({ ports }: TestWorld): number => ports.database.tables.invitations.size

async function deliverAll({ ports }: Pick<TestWorld, 'ports'>): Promise<void> {
  for (const job of ports.database.tables.jobs.values())
    if (job.kind === 'deliver_invitation') await deliverInvitation(ports, job)
}

describe('ken users invite', () => {
  it('invites a person to be a Member, or another role', async () => {
    const { ken, ports } = testWorld()
    const { stdout } = await ken('users', 'invite', 'Ana@example.com', '--role', 'Owner', '--json')
    const [invitation] = [...ports.database.tables.invitations.values()]
    expect(JSON.parse(stdout)).toEqual({
      id: invitation?.id,
      email: 'ana@example.com',
      role: 'Owner',
      state: 'queued',
      invited_by: null,
      import_id: null,
      created_at: expect.any(String),
      sent_at: null,
      expires_at: null,
      accepted_at: null,
      revoked_at: null,
      attempts: 0,
      last_error: null,
    })
    expect((await ken('users', 'invite', 'bob@example.com')).stdout).toContain(
      'Invited bob@example.com to be a Member.',
    )
  })

  it('says why a person cannot be invited', async () => {
    const { ken, ports } = testWorld()
    expect(await ken('users', 'invite', 'ana')).toMatchObject({ exitCode: 2, stdout: '' })
    expect((await ken('users', 'invite', 'ana@example.com', '--role', 'Root')).exitCode).toBe(2)
    const mailless = testWorld({
      connect: async () => connectionTo({ ...ports, mailer: null } as never),
    })
    expect(await mailless.ken('users', 'invite', 'ana@example.com')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('KEN_SMTP_URL'),
    })
  })
})

describe('ken users import', () => {
  it('R54 invites everyone on a list, from a file or standard input, once', async () => {
    const file = join(folder, 'people.csv')
    const table = 'email,role\nana@example.com,Member\nbob@example.com,Admin\n'
    await writeFile(file, table)
    const world = testWorld({ stdin: table })
    expect(await world.ken('users', 'import', file)).toEqual({
      exitCode: 0,
      stdout: 'Invited 2 people.\n',
      stderr: '',
    })
    expect((await world.ken('users', 'import', file)).stdout).toBe(
      'Invited 0 people, 2 invited already.\n',
    )
    expect((await world.ken('users', 'import', '-')).stdout).toBe(
      'Invited 0 people, 2 invited already.\n',
    )
    expect(countOf(world)).toBe(2)
  })

  it('returns 1 and names each invalid line, although all others are invited', async () => {
    const world = testWorld({
      stdin: 'email,role\nana@example.com,Member\nbob,Member\nc@example.com,Root\nx\n',
    })
    const { exitCode, stdout, stderr } = await world.ken('users', 'import', '-', '--json')
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout)).toEqual({
      id: expect.any(String),
      dry_run: false,
      counts: { created: 1, already_invited: 0, already_a_user: 0, invalid: 3 },
      delivery_seconds: 1,
      lines: [
        { line: 2, email: 'ana@example.com', verdict: 'created', fault: null },
        { line: 3, email: null, verdict: 'invalid', fault: 'email' },
        { line: 4, email: 'c@example.com', verdict: 'invalid', fault: 'role' },
        { line: 5, email: null, verdict: 'invalid', fault: 'columns' },
      ],
    })
    for (const text of [
      'stdin:3: must have an address',
      'stdin:4: must have the role',
      'stdin:5: must have two fields',
      '3 lines invited no one',
    ])
      expect(stderr).toContain(text)
  })

  it('only says what it would do in a dry run', async () => {
    const world = testWorld({ stdin: 'email,role\nana@example.com,Member\n' })
    expect((await world.ken('users', 'import', '-', '--dry-run')).stdout).toBe(
      'Would invite 1 person.\n',
    )
    expect(countOf(world)).toBe(0)
  })

  it('waits until every email was sent with --wait, and shows the progress', async () => {
    const rows = Array.from({ length: 40 }, (_, position) => `p${position}@example.com,Member\n`)
    const world = testWorld({ stdin: `email,role\n${rows.join('')}`, stderrIsTerminal: true })
    const ended = world.ken('users', 'import', '-', '--wait')
    await expect.poll(() => countOf(world)).toBe(40)
    await deliverAll(world)
    expect(await ended).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Sending') })
  })

  it('stops waiting at Ctrl-C with 130, and takes nothing back', async () => {
    const world = testWorld({ stdin: 'email,role\nana@example.com,Member\n' })
    const ended = world.ken('users', 'import', '-', '--wait')
    await expect.poll(() => world.process.listenerCount('SIGTERM')).toBe(1)
    world.process.emit('SIGINT')
    expect(await ended).toMatchObject({
      exitCode: 130,
      stderr: expect.stringContaining('are still sent'),
    })
    expect(countOf(world)).toBe(1)
  })

  it('reports an invalid file', async () => {
    const file = join(folder, 'people.csv')
    const { ken } = testWorld()
    expect((await ken('users', 'import', file)).stderr).toContain('cannot be read (ENOENT)')
    expect((await ken('users', 'import', folder)).stderr).toBe(
      `error: ${folder} is a directory. Give the CSV file.\n`,
    )
    for (const { content, fault } of [
      { content: '', fault: 'must have a header' },
      { content: 'name,role\n', fault: 'line 1 must be a header of two columns' },
      { content: 'email,role\n"ana@example.com,Member', fault: 'line 2 must be CSV' },
      { content: 'a'.repeat(2 * 1024 * 1024 + 1), fault: 'is larger than 2 MiB' },
      { content: `email,role\n${'a@b,Member\n'.repeat(10_001)}`, fault: 'at most 10,000 lines' },
    ]) {
      await writeFile(file, content)
      expect(await ken('users', 'import', file)).toMatchObject({
        exitCode: 1,
        stdout: '',
        stderr: expect.stringContaining(fault),
      })
    }
  })
})
