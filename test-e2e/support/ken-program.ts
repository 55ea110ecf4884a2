import { emptyDirectory, freePort, type TemporaryDirectory } from '@ken/testing'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url))
/** The bundle of a run of tests; measurements start the source. */
export const main = process.env['KEN_TEST_PROGRAM'] ?? source

export type Environment = { readonly [name: string]: string }
export type Ended = {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A temporary home directory, without settings of the person who runs the tests. */
export const emptyHome = (): TemporaryDirectory => emptyDirectory()

/** Code is compiled once for all starts. */
const compileCache =
  main === source
    ? join(tmpdir(), `ken-e2e-compiled-${userInfo().uid}`)
    : join(dirname(main), 'compiled')

/**
 * A test runs for less time than it takes to optimize the code of the embedded database, and a start of it collects no
 * garbage if there is room for it. With any such option, Node.js compiles its own modules again. Measurements run the program
 * as it is.
 */
const nodeOptions = (env: Environment): readonly string[] =>
  main === source || env['KEN_DATABASE_URL'] !== undefined
    ? []
    : ['--liftoff-only', '--min-semi-space-size=16']

/** Starts the program. */
export function spawnKen(
  args: readonly string[],
  env: Environment,
  cwd: string,
  program = main,
): ChildProcess {
  return spawn(process.execPath, [...nodeOptions(env), program, ...args], {
    cwd,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: cwd,
      NODE_COMPILE_CACHE: compileCache,
      KEN_BREACH_URL: '',
      ...env,
    },
    stdio: 'pipe',
  })
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  return output
}

/** Runs one command of the program. */
export async function ken(
  args: readonly string[],
  { env = {}, cwd = tmpdir(), input = '', signal }: RunOptions = {},
): Promise<Ended> {
  const child = spawnKen(args, env, cwd)
  signal?.addEventListener('abort', () => child.kill('SIGKILL'))
  const output = collect(child)
  child.stdin?.on('error', () => {}).end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

export type RunOptions = {
  readonly env?: Environment
  readonly cwd?: string
  readonly input?: string
  /** Another program than the one under test, to compare the two. */
  readonly program?: string
  /** Kills the program. */
  readonly signal?: AbortSignal
}

/** Runs a command that must succeed, and reads the JSON it prints. */
export const kenJson = async <Value>(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Value> => jsonOf(args, await ken([...args, '--json'], options)) as Value

/** The JSON that a command printed. */
export function jsonOf(args: readonly string[], { code, stdout, stderr }: Ended): unknown {
  if (code !== 0) throw new Error(`ken ${args.join(' ')} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}

/** A command that runs until it is stopped. */
export type Started = AsyncDisposable & {
  readonly output: { readonly stdout: string; readonly stderr: string }
  /** Asks it to stop, and returns its exit code. */
  readonly stop: () => Promise<number | null>
}

/** A command in a process of its own; disposing of it kills it. */
export type Running = Started & {
  readonly child: ChildProcess
  /** Asks it to stop, or kills it, and returns its exit code. */
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<number | null>
}

/** A server that listens. */
export type Server = Started & { readonly url: string }
export type ServerProgram = Running & Server

const startMilliseconds = 120_000
/** Tests start servers hundreds of times, and a refused request takes a millisecond of processor time. */
const pauseMilliseconds = 100

/** Waits until a command has started; fails if it ends before, or takes too long. */
export async function untilStarted(
  { args, output, exitCode }: StartingCommand,
  hasStarted: (output: Started['output']) => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + startMilliseconds
  while (!(await hasStarted(output))) {
    const code = exitCode()
    if (code !== null) throw new Error(`ken ${args.join(' ')} ended with ${code}: ${output.stderr}`)
    if (performance.now() > deadline)
      throw new Error(
        `ken ${args.join(' ')} was not ready in time: ${output.stdout}${output.stderr}`,
      )
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  }
}

type StartingCommand = {
  readonly args: readonly string[]
  readonly output: Started['output']
  /** Null while it runs. */
  readonly exitCode: () => number | null
}

/** Starts `ken start` or `ken http` on a free port and waits until it is ready. */
export async function startKen(
  args: readonly string[],
  { env = {}, ...options }: RunOptions = {},
): Promise<ServerProgram> {
  const port = env['KEN_PORT'] ?? String(await freePort())
  const url = `http://localhost:${port}`
  const running = await startUntil(args, { ...options, env: { ...env, KEN_PORT: port } }, () =>
    isReady(url),
  )
  return { url, ...running }
}

/** Starts `ken worker` or `ken scheduler` and waits until it has started. */
export const startInBackground = (
  role: 'worker' | 'scheduler',
  options: RunOptions,
): Promise<Running> => startUntil([role], options, startOf(role))

async function startUntil(
  args: readonly string[],
  { env = {}, cwd = tmpdir(), program }: RunOptions,
  hasStarted: (output: Running['output']) => Promise<boolean>,
): Promise<Running> {
  const child = spawnKen(args, env, cwd, program)
  const output = collect(child)
  const ended = once(child, 'close') as Promise<[number | null]>
  try {
    await untilStarted({ args, output, exitCode: () => child.exitCode }, hasStarted)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return (await ended)[0]
  }
  const dispose = async () => void (await stop('SIGKILL'))
  return { child, output, stop, [Symbol.asyncDispose]: dispose }
}

export const startOf =
  (role: 'worker' | 'scheduler') =>
  async ({ stderr }: Started['output']): Promise<boolean> =>
    stderr.includes(`"${role}.started"`)

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
