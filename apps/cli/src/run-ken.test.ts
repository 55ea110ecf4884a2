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
    for (const option of stdout.match(/^ +--[a-z-]+/gm) ?? []) expect(`${page} --version`).toContain(option.trim())
  })

  it('explains a command by `help` in front as by `--help` behind', async () => {
    const world = testWorld()
    expect(await world.ken('help', 'keys', 'create')).toEqual(await world.ken('keys', 'create', '--help'))
  })

  it('prints its version', async () => {
    expect(await testWorld().ken('--version')).toEqual({ exitCode: 0, stdout: `${manifest.version}\n`, stderr: '' })
  })

  it.each([
    [[], 'Usage: ken'],
    [['keys'], 'Usage: ken keys'],
    [['imprt'], 'Did you mean import?'],
    [['help', 'imprt'], 'Did you mean import?'],
    [['keys', 'nope', '--help'], "unknown command 'nope'"],
    [['groups', 'create', 'Finance Team'], 'lower-case letters'],
    [['groups', 'create'], "missing required argument 'slug'"],
    [['keys', 'create', '--email', 'a@example.com', '--name', 'a', '--days', '31'], 'Allowed choices are 30, 90, 365, never.'],
    [['keys', 'create', '--email', 'a@example.com', '--name', 'a', '--sources', 'a,,b'], 'parted by commas'],
    [['search', 'words', '--key', 'ken_a', '--limit', '51'], 'a whole number from 1 to 50'],
    [['search', 'words', '--key', 'ken_a', '--url', 'localhost'], 'an address such as'],
    [['import', '/', '--allow', 'everybody'], 'everyone, role:Owner'],
    [['import', '/', '--source', 'My Wiki'], 'lower-case letters'],
  ])('answers 2 and says what is allowed for `ken %j`', async (argv, words) => {
    const { exitCode, stdout, stderr } = await testWorld().ken(...argv)
    expect(exitCode).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(words)
  })

  it.each([
    [['nope'], 'See: ken --help\n'],
    [['keys', 'nope'], 'See: ken keys --help\n'],
    [['groups', 'create'], 'See: ken groups create --help\n'],
  ])('says where more is to be read after a wrong `ken %j`', async (argv, hint) => {
    expect((await testWorld().ken(...argv)).stderr.endsWith(hint)).toBe(true)
    const { stderr } = await testWorld({ env: { npm_config_user_agent: 'pnpm/12' } }).ken(...argv)
    expect(stderr.endsWith(hint.replace('ken', 'pnpm ken'))).toBe(true)
  })

  it.each([
    [['keys', 'create', '--name', 'a', '--json'], "required option '--email <address>' not specified"],
    [['nope', '--json'], "unknown command 'nope'"],
    [['--json', 'keys'], 'A command is missing. --help names them.'],
    [['--json'], 'A command is missing. --help names them.'],
    [['help', 'nope', '--json'], "unknown command 'nope'"],
    [['openapi', '--pasword=hunter2', '--json'], "unknown option '--pasword'"],
  ])('tells scripts of wrong usage as JSON: `ken %j`', async (argv, message) => {
    const { exitCode, stdout, stderr } = await testWorld().ken(...argv)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(JSON.parse(stderr)).toEqual({ error: { code: 'usage', message } })
  })

  it.each([
    [new Error('The disk is full.'), 1, 'failed'],
    [Object.assign(new Error('Redis is away.'), { name: 'Unavailable' }), 1, 'unavailable'],
    [Object.assign(new Error('closed'), { name: 'ExitPromptError' }), 130, 'interrupted'],
  ])('has a code for whatever else ends it: %s', async (thrown, exitCode, code) => {
    const ended = await testWorld({ connect: () => Promise.reject(thrown) }).ken('groups', 'list', '--json')
    expect(ended.exitCode).toBe(exitCode)
    expect(JSON.parse(ended.stderr)).toMatchObject({ error: { code } })
    expect(page).toContain(`\`${code}\``)
  })

  it.each([
    [['init-owner', '--pasword=hunter2']],
    [['init-owner', '-phunter2']],
    [['init-owner', '--email', 'ana@example.com', '--password', 'correct', 'hunter2', 'horse']],
    [['init-owner', 'hunter2', '--email', 'ana@example.com']],
    [['keys', 'revoke', 'ken_hunter2']],
    [['search', 'words', '--key', 'hunter2\n']],
    [['search', 'words', '--key', 'ken_hunter2', '--url', 'http://127.0.0.1:1']],
  ])('never repeats what may be a secret: `ken %j`', async (argv) => {
    const { exitCode, stdout, stderr } = await testWorld().ken(...argv)
    expect(exitCode).not.toBe(0)
    expect(stdout + stderr).not.toContain('hunter2')
  })

  it('answers 1 with the message alone when something breaks, and with its causes on --verbose', async () => {
    const world = testWorld({ connect: () => Promise.reject(new Error('The disk is full.', { cause: new Error('ENOSPC') })) })
    expect(await world.ken('groups', 'list')).toEqual({ exitCode: 1, stdout: '', stderr: 'error: The disk is full.\n' })
    expect((await world.ken('groups', 'list', '--verbose')).stderr).toMatch(/ENOSPC\n +at /)
  })

  it('takes options that every command has in front as well as behind', async () => {
    const world = testWorld()
    expect(await world.ken('--json', 'groups', 'list')).toEqual(await world.ken('groups', 'list', '--json'))
  })

  it('tells scripts of a failure as JSON, with the code of core', async () => {
    const { exitCode, stdout, stderr } = await testWorld().ken('groups', 'delete', 'finance', '--json')
    expect(exitCode).toBe(1)
    expect(stdout).toBe('')
    expect(JSON.parse(stderr)).toEqual({
      error: { code: 'group.not_found', message: 'There is no group finance. See them with: ken groups list' },
    })
  })

  it('lets nothing that others wrote steer the terminal', async () => {
    const { stderr } = await testWorld().ken('groups', 'delete', 'a\u001b[2Jb')
    expect(stderr).not.toContain('\u001b')
  })
})
