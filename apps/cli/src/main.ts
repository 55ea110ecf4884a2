#!/usr/bin/env node
import { connect } from './connect.ts'
import { runKen } from './run-ken.ts'

// Whoever reads the output may have had enough, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  throw error
})

const exitCode = await runKen(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  process,
  exit: (code) => process.exit(code),
  elapsed: () => performance.now(),
  connect,
})

process.exitCode = exitCode
// Nothing that still waits, such as a request to an embedder, holds the program; only its output must get out.
process.stdout.write('', () => process.exit())
