import { describe, expect, it } from 'vitest'
import { testWorld } from '../../test-world.ts'
import { linesOfCopy } from './lines-of-copy.ts'

const copied = { tables: 3, rows: 1_200, links: 7, broken: 0, vectorsLeft: 0, isNoted: true }
const where = { to: 'postgres://ken:secret@db/ken', directory: '.ken', secretsAt: '/data/secrets' }

describe('ken database copy', () => {
  it('says what to set next, without the password', () => {
    expect(linesOfCopy(copied, where)).toEqual([
      'Copied 1,200 rows of 3 tables. 7 links of the audit log verified on the server.',
      'Run every process of Ken with:',
      '  export KEN_DATABASE_URL=postgres://ken:PASSWORD@db/ken',
      '  export KEN_SECRETS_FILE=/data/secrets',
      'Ken now refuses to run on .ken: both would send the waiting emails and answer in the chats.',
    ])
  })

  it('says what was not copied, what was broken before or not noted, and which secrets stay', () => {
    const lines = linesOfCopy(
      { ...copied, broken: 1, vectorsLeft: 5, isNoted: false },
      { ...where, secretsAt: null },
    )
    expect(lines.slice(1, 3)).toEqual([
      expect.stringMatching(/^Of these, 1 did not fit before the copy either/),
      expect.stringMatching(/^Not copied: 5 vectors, because the server has no pgvector/),
    ])
    expect(lines).toContain('  and the same KEN_SECRETS as before')
    expect(lines.at(-1)).toMatch(/Never start Ken on it again/)
  })

  it('refuses what is no URL of a server, without repeating it', async () => {
    for (const to of [
      'ken:secret@db',
      'mysql://ken:secret@db/ken',
      'postgres://ken:secret@db/ken#a',
    ]) {
      const { exitCode, stderr } = await testWorld().ken('database', 'copy', '--to', to)
      expect([exitCode, stderr]).toEqual([
        2,
        expect.stringContaining('postgres://user:password@host'),
      ])
      expect(stderr).not.toContain('secret')
    }
  })

  it('reads the URL from standard input, where no other user sees its password', async () => {
    const env = { KEN_DATA_DIR: '/nowhere' }
    const to = 'postgres://ken:secret@db/ken'
    const { stderr } = await testWorld({ env, stdin: `${to}\n` }).ken('database', 'copy')
    expect(stderr).toMatch(/^error: There is no Ken in/)
    expect((await testWorld({ env }).ken('database', 'copy', '--to', to)).stderr).toContain(
      'is visible in the list of processes',
    )
  })

  it('refuses to copy from a server, and says what does', async () => {
    const env = {
      KEN_DATABASE_URL: 'postgres://db/ken',
      KEN_SECRETS: `00000000:${'A'.repeat(43)}=`,
    }
    const { ken } = testWorld({ env })
    expect(await ken('database', 'copy', '--to', 'postgres://other/ken')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^error: KEN_DATABASE_URL is set.*pg_dump/),
    })
  })
})
