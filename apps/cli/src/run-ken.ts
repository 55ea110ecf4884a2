import { Command, CommanderError } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { CommandFailed } from './command-failed.ts'
import { commandTree, type Leaf, type Tree } from './command-tree.ts'
import { printable } from './output.ts'
import type { World } from './world.ts'

/** Runs one command line, without the program's name, to its end. Answers the exit code; never throws. */
export async function runKen(argv: readonly string[], world: World): Promise<number> {
  const [first, ...rest] = argv
  try {
    await programOf(world).parseAsync(first === 'help' ? [...rest, '--help'] : [...argv], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof Error && error.name === 'ExitPromptError') return 130
    report(error, argv, world)
    return error instanceof CommandFailed ? error.exitCode : 1
  }
}

function programOf(world: World): Command {
  const program = new Command('ken')
    .description('Ken answers questions over a knowledge base, under the permissions of the person who asks.')
    .version(manifest.version, '--version')
    .option('--json', 'print JSON for scripts')
    .option('--verbose', 'show where an error comes from')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      writeErr: (text) => world.stderr.write(text),
      outputError: (text, write) => write(withoutValues(text)),
    })
    .helpCommand(false)
    .exitOverride()
    .addHelpText('after', '\nSettings are environment variables; see docs/configuration.md.')
    .hook('preAction', (root, action) => {
      for (const [name, value] of Object.entries(root.opts())) action.setOptionValue(name, value)
    })
  addCommands(program, commandTree, world)
  return program
}

function addCommands(parent: Command, tree: Tree, world: World): void {
  const leaves = new Map<Command, Leaf>()
  for (const [name, entry] of Object.entries(tree)) {
    const command = parent.command(name).summary(entry.summary).description(sentence(entry.summary)).helpCommand(false)
    if ('load' in entry) leaves.set(command, entry)
    else addCommands(command, entry.commands, world)
  }
  parent.hook('preSubcommand', async (_, command) => {
    const define = await leaves.get(command)?.load()
    define?.(command, world)
  })
}

const sentence = (summary: string): string => `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`

/** What was mistyped may be a password: name the option, never what came with it. */
const withoutValues = (text: string): string =>
  text
    .replace(/unknown option '(?!--[\w-]+')(?:(--[\w-]+)=)?[^]*'/, (_, name: string | undefined) =>
      name === undefined ? 'unknown option' : `unknown option '${name}'`,
    )
    .replace(/(too many arguments.* but got \d+): [^]*/, '$1. Put quotes around a value with blanks.\n')

function report(error: unknown, argv: readonly string[], { env, stderr }: World): void {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof CommandFailed ? error.code : 'error'
  if (argv.includes('--json')) stderr.write(`${JSON.stringify({ error: { code, message } })}\n`)
  else stderr.write(`error: ${message.split('\n').map(printable).join('\n       ')}\n`)
  const isVerbose = argv.includes('--verbose') || env['KEN_LOG_LEVEL'] === 'debug'
  if (isVerbose) for (let cause = error; cause instanceof Error; cause = cause.cause) stderr.write(`${cause.stack}\n`)
}
