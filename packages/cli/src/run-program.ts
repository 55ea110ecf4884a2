import { keepCompiledCode } from './process/compile-cache.ts'
import { endProgram } from './process/end-program.ts'
import type { World } from './world.ts'

/**
 * Runs one command line in this process, sets the exit code and ends the process. A checkout
 * passes how it builds the console; a published package carries it built.
 */
export async function runProgram(
  argv: readonly string[],
  { prepareConsole = async () => {} }: Partial<Pick<World, 'prepareConsole'>> = {},
): Promise<void> {
  keepCompiledCode(process.env)
  // Only what is loaded from here on is kept.
  const [{ connect }, { runKen }] = await Promise.all([
    import('./connect.ts'),
    import('./run-ken.ts'),
  ])
  // The reader of the output may stop early, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
  })
  // Log lines and warnings that cannot be written, as on a full disk, are lost. Ken continues without them.
  process.stderr.on('error', () => {})

  const exitCode = await runKen(argv, {
    env: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    process,
    exit: (code) => endProgram(process, code),
    elapsed: () => performance.now(),
    connect,
    prepareConsole,
  })
  // Pending work, such as a request to an embedder, does not delay the exit; only the output must
  // be written.
  process.exitCode = exitCode
  process.stdout.write('', () => endProgram(process, exitCode))
}
