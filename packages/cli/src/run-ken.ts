import { Command, CommanderError } from 'commander'
import { readFileSync } from 'node:fs'
import { CommandFailed, wrongUsage, type ErrorCode } from './command-failed.ts'
import { commandTree, type Leaf, type Tree } from './command-tree.ts'
import { interruption } from './process/interruption.ts'
import { jsonText } from './terminal/json-text.ts'
import { printable } from './terminal/output.ts'
import { watchWrites } from './terminal/watch-writes.ts'
import { typedKen, withTypedKen } from './typed-command.ts'
import type { World } from './world.ts'

/** Runs one command line, without the program's name. Returns the exit code; never throws. */
export async function runKen(argv: readonly string[], world: World): Promise<number> {
  const isJson = argv.includes('--json')
  using writes = watchWrites(world.stdout)
  using interrupted = interruption(world)
  try {
    await Promise.race([runCommand(argv, world, isJson), interrupted.promise])
    await writes.written()
    return 0
  } catch (error) {
    const failure = failureOf(error)
    // The parser has already printed it.
    if (isJson || !(error instanceof CommanderError)) report(failure, argv, world)
    return failure.exitCode
  }
}

async function runCommand(argv: readonly string[], world: World, isJson: boolean): Promise<void> {
  const [first, ...rest] = argv
  const words = toParse(first === 'help' ? [...rest, '--help'] : argv)
  try {
    await programOf(world, isJson).parseAsync(words, { from: 'user' })
  } catch (error) {
    // Help was asked for and printed.
    if (!(error instanceof CommanderError && error.exitCode === 0)) throw error
  }
}

/**
 * For an unknown command, the parser's `--help` would explain another one; without it, it reports
 * the unknown command.
 */
function toParse(argv: readonly string[]): string[] {
  let tree: Tree | null = commandTree
  for (const word of argv.filter((entry) => !entry.startsWith('-'))) {
    const entry: Tree[string] | undefined = Object.hasOwn(tree, word) ? tree[word] : undefined
    if (entry === undefined) return argv.filter((option) => option !== '--help' && option !== '-h')
    if (!('commands' in entry)) break
    tree = entry.commands
  }
  return [...argv]
}

/** What was thrown, with a code for scripts. Recognised by name: their packages are not read just for that. */
function failureOf(error: unknown): CommandFailed {
  if (error instanceof CommandFailed) return error
  if (error instanceof CommanderError) {
    const message = withoutValues(error.message.replace(/^error: /, ''))
      .trim()
      .replaceAll('\n', ' ')
    return wrongUsage(
      error.code === 'commander.help'
        ? 'A command is missing. See all commands with --help.'
        : message,
    )
  }
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  const codes: { readonly [name: string]: ErrorCode } = {
    DatabaseNotReady: 'not_ready',
    AbortPromptError: 'interrupted',
    ExitPromptError: 'interrupted',
    Unavailable: 'unavailable',
  }
  const code = codes[name] ?? 'failed'
  const failure = new CommandFailed(code === 'interrupted' ? 'Interrupted.' : message, { code })
  failure.cause = error
  return failure
}

function programOf(world: World, isJson: boolean): Command {
  const program = new Command('ken')
    .description(
      'Ken answers questions over a knowledge base, under the permissions of the person who asks.',
    )
    .version(version(), '--version')
    .option('--json', 'print JSON for scripts')
    .option('--verbose', 'print debug logs and the causes of errors')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      // As JSON it is written once this is known to be the end.
      writeErr: (text) => isJson || world.stderr.write(text),
      outputError: (text, write) => write(withoutValues(text)),
    })
    .helpCommand(false)
    .showHelpAfterError(helpHint('', world))
    .exitOverride()
    .addHelpText('after', '\nSettings are environment variables; see docs/configuration.md.')
    .hook('preAction', (root, action) => {
      for (const [name, value] of Object.entries(root.opts())) action.setOptionValue(name, value)
    })
  addCommands(program, commandTree, world, '')
  return program
}

/**
 * The version of this package; its manifest is one level above both the sources and the built
 * program.
 */
function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}

function addCommands(parent: Command, tree: Tree, world: World, path: string): void {
  const leaves = new Map<Command, Leaf>()
  for (const [name, entry] of Object.entries(tree)) {
    const command = parent
      .command(name)
      .summary(entry.summary)
      .description(sentence(entry.summary))
      .helpCommand(false)
    command.showHelpAfterError(helpHint(`${path} ${name}`, world))
    if ('load' in entry) leaves.set(command, entry)
    if ('commands' in entry) addCommands(command, entry.commands, world, `${path} ${name}`)
  }
  parent.hook('preSubcommand', async (_, command) => {
    const define = await leaves.get(command)?.load()
    define?.(command, world)
  })
}

const helpHint = (path: string, { env }: World): string => `See: ${typedKen(env)}${path} --help`

const sentence = (summary: string): string =>
  `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`

/** A mistyped value may be a password: names the option, never its value. */
const withoutValues = (text: string): string =>
  text
    .replace(
      /unknown option '(?!--[\w-]+')(?:(--[\w-]+)=)?([^]*)'/,
      (_, name: string | undefined, value: string) => {
        if (name !== undefined) return `unknown option '${name}'`
        const isText = value.includes(' ')
        return `unknown option${isText ? '. Write -- before a value that begins with -' : ''}`
      },
    )
    .replace(/(option '.*?') argument '[^]*' is invalid\./, '$1 is invalid.')
    .replace(
      /command-argument value '[^]*' is invalid for argument '([\w-]+)'\./,
      "argument '$1' is invalid.",
    )
    .replace(/(too many arguments.*) Expected 0 arguments [^]*/, '$1 It takes none.\n')
    .replace(
      /(too many arguments.* but got \d+): [^]*/,
      '$1. Put quotes around a value with spaces.\n',
    )

function report(failure: CommandFailed, argv: readonly string[], { env, stderr }: World): void {
  const message = withTypedKen(failure.message, env)
  const { code } = failure
  if (argv.includes('--json')) stderr.write(`${jsonText({ error: { code, message } })}\n`)
  else stderr.write(`error: ${printableLines(message, '\n       ')}\n`)
  const isVerbose = argv.includes('--verbose') || env['KEN_LOG_LEVEL'] === 'debug'
  if (isVerbose)
    for (let cause: unknown = failure.cause ?? failure; cause instanceof Error; cause = cause.cause)
      stderr.write(`${printableLines(String(cause.stack), '\n')}\n`)
}

const printableLines = (text: string, separator: string): string =>
  text.split('\n').map(printable).join(separator)
