import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { commandTree, type Tree } from './command-tree.ts'
import { testWorld } from './test-world.ts'

const pathsOf = (tree: Tree): readonly string[] =>
  Object.entries(tree).flatMap(([name, entry]) => [
    ...('load' in entry ? [name] : []),
    ...('commands' in entry ? pathsOf(entry.commands) : []).map((path) => `${name} ${path}`),
  ])
const paths = pathsOf(commandTree)
const page = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8')

describe('runKen', () => {
  it.each(paths)('explains `ken %s` with an example', async (path) => {
    const { exitCode, stdout } = await testWorld().ken(...path.split(' '), '--help')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/Examples?:\n/)
    expect(stdout).toContain('--json')
  })

  it.each(paths)('has `ken %s` and its options in docs/command-line.md', async (path) => {
    const [name, verb = ''] = path.split(' ')
    expect(page).toMatch(new RegExp(`^### .*ken ${name}.*${verb}`, 'm'))
    const { stdout } = await testWorld().ken(...path.split(' '), '--help')
    for (const option of stdout.match(/^ +--[a-z-]+/gm) ?? [])
      expect(`${page} --version`).toContain(option.trim())
  })

  it('explains a command with `help` before it and with `--help` after it', async () => {
    const world = testWorld()
    expect(await world.ken('help', 'keys', 'create')).toEqual(
      await world.ken('keys', 'create', '--help'),
    )
  })

  it('prints its version', async () => {
    expect(await testWorld().ken('--version')).toEqual({
      exitCode: 0,
      stdout: `${manifest.version}\n`,
      stderr: '',
    })
  })

  it.each([
    { argv: [], words: 'Usage: ken' },
    { argv: ['keys'], words: 'Usage: ken keys' },
    { argv: ['imprt'], words: 'Did you mean import?' },
    { argv: ['help', 'imprt'], words: 'Did you mean import?' },
    { argv: ['keys', 'nope', '--help'], words: "unknown command 'nope'" },
    { argv: ['groups', 'create', 'Finance Team'], words: 'lower-case letters' },
    { argv: ['groups', 'create'], words: "missing required argument 'slug'" },
    { argv: ['groups', 'create', 'it', 'team'], words: 'Put quotes around a value with spaces.' },
    { argv: ['queue', 'list'], words: "too many arguments for 'queue'. It takes none.\n" },
    { argv: ['queue', 'drop', 'email'], words: "argument 'kind' is invalid. Allowed choices are" },
    {
      argv: ['keys', 'create', '--email', 'a@example.com', '--name', 'a', '--days', '31'],
      words: 'Allowed choices are 30, 90, 365, never.',
    },
    {
      argv: ['keys', 'create', '--email', 'a@example.com', '--name', 'a', '--sources', 'a,,b'],
      words: 'separated by commas',
    },
    {
      argv: ['search', 'words', '--key', 'ken_a', '--limit', '51'],
      words: 'a whole number from 1 to 50',
    },
    {
      argv: ['search', 'words', '--key', 'ken_a', '--url', 'localhost'],
      words: 'an address such as',
    },
    { argv: ['import', '/', '--allow', 'everybody'], words: 'everyone, role:Owner' },
    { argv: ['import', '/', '--source', 'My Wiki'], words: 'lower-case letters' },
  ])('returns 2 and says what is allowed for `ken $argv`', async ({ argv, words }) => {
    const { exitCode, stdout, stderr } = await testWorld().ken(...argv)
    expect(exitCode).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(words)
  })

  it.each([
    { argv: ['nope'], hint: 'See: ken --help\n' },
    { argv: ['keys', 'nope'], hint: 'See: ken keys --help\n' },
    { argv: ['groups', 'create'], hint: 'See: ken groups create --help\n' },
  ])('refers to the help after a wrong `ken $argv`', async ({ argv, hint }) => {
    expect((await testWorld().ken(...argv)).stderr.endsWith(hint)).toBe(true)
    const { stderr } = await testWorld({ env: { npm_config_user_agent: 'pnpm/12' } }).ken(...argv)
    expect(stderr.endsWith(hint.replace('ken', 'pnpm ken'))).toBe(true)
  })

  it.each([
    {
      argv: ['keys', 'create', '--name', 'a', '--json'],
      message: "required option '--email <address>' not specified",
    },
    { argv: ['nope', '--json'], message: "unknown command 'nope'" },
    { argv: ['--json', 'keys'], message: 'A command is missing. See all commands with --help.' },
    { argv: ['--json'], message: 'A command is missing. See all commands with --help.' },
    { argv: ['help', 'nope', '--json'], message: "unknown command 'nope'" },
    { argv: ['openapi', '--pasword=hunter2', '--json'], message: "unknown option '--pasword'" },
    { argv: ['openapi', '-p', '--json'], message: 'unknown option' },
    {
      argv: ['ask', '-k of curl', '--json'],
      message: 'unknown option. Write -- before a value that begins with -',
    },
    {
      argv: ['ask', 'why', '--url', 'https://ana:hunter2@ken.example.com', '--json'],
      message:
        "option '--url <url>' is invalid. It must be an address such as http://localhost:8080, without query, fragment, name or password.",
    },
  ])('reports wrong usage as JSON for scripts: `ken $argv`', async ({ argv, message }) => {
    const { exitCode, stdout, stderr } = await testWorld().ken(...argv)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(JSON.parse(stderr)).toEqual({ error: { code: 'usage', message } })
  })

  it.each([
    { thrown: new Error('The disk is full.'), exitCode: 1, code: 'failed' },
    {
      thrown: Object.assign(new Error('Redis is unavailable.'), { name: 'Unavailable' }),
      exitCode: 1,
      code: 'unavailable',
    },
    {
      thrown: Object.assign(new Error('closed'), { name: 'ExitPromptError' }),
      exitCode: 130,
      code: 'interrupted',
    },
  ])('has a code for any other error: $thrown', async ({ thrown, exitCode, code }) => {
    const ended = await testWorld({ connect: () => Promise.reject(thrown) }).ken(
      'groups',
      'list',
      '--json',
    )
    expect(ended.exitCode).toBe(exitCode)
    expect(JSON.parse(ended.stderr)).toMatchObject({ error: { code } })
    expect(page).toContain(`\`${code}\``)
  })

  it.each([
    { argv: ['init-owner', '--pasword=hunter2'] },
    { argv: ['init-owner', '-phunter2'] },
    {
      argv: [
        'init-owner',
        '--email',
        'ana@example.com',
        '--password',
        'correct',
        'hunter2',
        'horse',
      ],
    },
    { argv: ['init-owner', 'hunter2', '--email', 'ana@example.com'] },
    { argv: ['queue', 'hunter2'] },
    { argv: ['queue', 'drop', "hunter2' is invalid for argument 'kind'. hunter2"] },
    { argv: ['keys', 'revoke', 'ken_hunter2'] },
    { argv: ['search', 'words', '--key', 'hunter2\n'] },
    { argv: ['search', 'words', '--key', 'ken_hunter2', '--url', 'http://127.0.0.1:1'] },
    { argv: ['search', 'words', '--url', 'https://ana:hunter2@ken.example.com'] },
    { argv: ['users', 'list', '--role', "hunter2' is invalid. hunter2"] },
  ])('never repeats a value that may be secret: `ken $argv`', async ({ argv }) => {
    const { exitCode, stdout, stderr } = await testWorld().ken(...argv)
    expect(exitCode).not.toBe(0)
    expect(stdout + stderr).not.toContain('hunter2')
  })

  it('returns 1 with the message alone when something fails, and with its causes on --verbose', async () => {
    const world = testWorld({
      connect: () => Promise.reject(new Error('The disk is full.', { cause: new Error('ENOSPC') })),
    })
    expect(await world.ken('groups', 'list')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'error: The disk is full.\n',
    })
    expect((await world.ken('groups', 'list', '--verbose')).stderr).toMatch(/ENOSPC\n +at /)
  })

  it('prints no control characters of causes on --verbose, such as of the text of a server', async () => {
    const message = 'Refused: \u001b[2J\u009b31m\u202e'
    const world = testWorld({ connect: () => Promise.reject(new Error(message)) })
    const { stderr } = await world.ken('groups', 'list', '--verbose')
    expect(stderr).toMatch(/Error: Refused: \ufffd\[2J\ufffd31m\ufffd\n +at /)
    for (const character of ['\u001b', '\u009b', '\u202e']) expect(stderr).not.toContain(character)
  })

  it('accepts common options before and after the command', async () => {
    const world = testWorld()
    expect(await world.ken('--json', 'groups', 'list')).toEqual(
      await world.ken('groups', 'list', '--json'),
    )
  })

  it('reports a failure as JSON for scripts, with the code of core', async () => {
    const { exitCode, stdout, stderr } = await testWorld().ken(
      'groups',
      'delete',
      'finance',
      '--json',
    )
    expect(exitCode).toBe(1)
    expect(stdout).toBe('')
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'group.not_found',
        message: 'No group finance. See all groups with: ken groups list',
      },
    })
  })

  it('leaves no listener on the output, also after a failure', async () => {
    const world = testWorld()
    const before = world.stdout.listenerCount('error')
    expect((await world.ken('keys', 'revoke', 'nonsense')).exitCode).toBe(2)
    expect((await world.ken('groups', 'list')).exitCode).toBe(0)
    expect(world.stdout.listenerCount('error')).toBe(before)
  })

  it('escapes control characters in text by others', async () => {
    const { stderr } = await testWorld().ken('groups', 'delete', 'a\u001b[2Jb')
    expect(stderr).not.toContain('\u001b')
  })

  it('escapes control characters and direction marks in an error as JSON', async () => {
    const slug = 'a\u009bb\u202ec'
    const { stderr } = await testWorld().ken('groups', 'delete', slug, '--json')
    expect(stderr).toContain(String.raw`a\u009bb\u202ec`)
    const { error } = JSON.parse(stderr) as { readonly error: { readonly message: string } }
    expect(error.message).toContain(slug)
  })
})
