import { freePort } from '@ken/testing'
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { World } from '../../packages/cli/src/world.ts'
import {
  isReady,
  jsonOf,
  ken,
  startInBackground,
  startKen,
  startOf,
  untilStarted,
  type Ended,
  type Environment,
  type RunOptions,
  type Server,
  type Started,
} from './ken-program.ts'

// To start a process takes ten times the processor time of a start here, because it reads and compiles all modules again. It
// is for tests whose subject is the process: its start, signals, a crash, memory, the embedded database, or several of them.

type Here = {
  readonly connect: World['connect']
  readonly runKen: (argv: readonly string[], world: World) => Promise<number>
}

let loading: Promise<Here> | undefined

/** From the bundle. Null for measurements, which start processes. */
function loadedHere(): Promise<Here> | null {
  const bundle = process.env['KEN_TEST_PROGRAM']
  if (bundle === undefined) return null
  const load = (name: string): Promise<Here> =>
    import(pathToFileURL(join(dirname(bundle), `${name}.mjs`)).href)
  loading ??= Promise.all([load('connect'), load('run-ken')]).then(([{ connect }, { runKen }]) => ({
    connect,
    runKen,
  }))
  return loading
}

/** Runs one command in the process of the test, on a database server. */
export async function kenHere(args: readonly string[], options: RunOptions): Promise<Ended> {
  const here = await loadedHere()
  if (here === null) return ken(args, options)
  const { ended, output } = run(here, args, options)
  return { code: await ended, ...output }
}

/** Runs a command that must succeed in the process of the test, and reads the JSON it prints. */
export const kenJsonHere = async <Value>(
  args: readonly string[],
  options: RunOptions,
): Promise<Value> => jsonOf(args, await kenHere([...args, '--json'], options)) as Value

/** Starts `ken start` or `ken http` in the process of the test, on a free port, and waits until it is ready. */
export async function startKenHere(
  args: readonly string[],
  { env = {}, ...options }: RunOptions,
): Promise<Server> {
  const here = await loadedHere()
  if (here === null) return startKen(args, { env, ...options })
  const port = env['KEN_PORT'] ?? String(await freePort())
  const url = `http://localhost:${port}`
  const settings = { ...options, env: { ...env, KEN_PORT: port } }
  return { url, ...(await startUntil(here, args, settings, () => isReady(url))) }
}

/** Starts `ken worker` or `ken scheduler` in the process of the test and waits until it has started. */
export async function startInBackgroundHere(
  role: 'worker' | 'scheduler',
  options: RunOptions,
): Promise<Started> {
  const here = await loadedHere()
  return here === null
    ? startInBackground(role, options)
    : startUntil(here, [role], options, startOf(role))
}

async function startUntil(
  here: Here,
  args: readonly string[],
  options: RunOptions,
  hasStarted: (output: Started['output']) => Promise<boolean>,
): Promise<Started> {
  const { ended, output, signals } = run(here, args, options)
  const failed = (code: number) =>
    new Error(`ken ${args.join(' ')} ended with ${code}: ${output.stderr}`)
  let code: number | null = null
  let mayEnd = true
  const noteEnd = async () => {
    code = await ended
    // Fails the run: the requests of a test may not notice.
    if (!mayEnd) throw failed(code)
  }
  void noteEnd()
  const stop = async () => {
    mayEnd = true
    signals.emit('SIGTERM')
    return ended
  }
  try {
    await untilStarted({ args, output, exitCode: () => code }, hasStarted)
    mayEnd = false
  } catch (error) {
    await stop()
    throw error
  }
  const dispose = async () => {
    const ending = await stop()
    if (ending !== 0) throw failed(ending)
  }
  return { output, stop, [Symbol.asyncDispose]: dispose }
}

function run(
  { connect, runKen }: Here,
  args: readonly string[],
  { env = {}, cwd = tmpdir(), input = '' }: RunOptions,
): { ended: Promise<number>; output: { stdout: string; stderr: string }; signals: EventEmitter } {
  if (env['KEN_DATABASE_URL'] === undefined)
    throw new Error('The embedded database of a test is in a folder, so it needs a process there.')
  const relative = relativePaths(args, env, cwd)
  if (relative.length > 0)
    throw new Error(
      `The process of a test is not in its folder. Use absolute paths for: ${relative.join(', ')}.`,
    )
  const output = { stdout: '', stderr: '' }
  const streamTo = (name: keyof typeof output) =>
    new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        output[name] += text
        done()
      },
    })
  const signals = new EventEmitter()
  const ended = runKen(args, {
    env: { KEN_BREACH_URL: '', ...env },
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stdout: streamTo('stdout'),
    stderr: streamTo('stderr'),
    process: signals,
    exit: (code) => {
      throw new Error(`Ken wants to end the process with ${code}.`)
    },
    elapsed: () => performance.now(),
    prepareConsole: async () => {},
    connect,
  })
  return { ended, output, signals }
}

/** The arguments that name a file of this folder or of the current one, and the settings that name any, by a relative path. */
function relativePaths(args: readonly string[], env: Environment, cwd: string): readonly string[] {
  const isFile = (text: string) =>
    [cwd, process.cwd()].some((folder) => existsSync(join(folder, text)))
  return [
    ...args.filter((text) => text !== '' && !isAbsolute(text) && isFile(text)),
    ...Object.keys(env).filter((name) => /_(?:DIR|FILE)$/.test(name) && !isAbsolute(env[name]!)),
  ]
}
