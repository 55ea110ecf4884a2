import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import type { GuardedPlan } from './guarded-server.ts'

// A program of its own: it runs a server for as long as its owner holds the other end of standard input. However the
// owner ends, by a crash or a kill too, that pipe closes; then the server ends and its folder goes.
const plan = JSON.parse(process.argv[2] ?? '') as GuardedPlan
const killAfterMs = 5_000
let running: ChildProcess | undefined
let stopping = false

function stop() {
  stopping = true
  running?.kill('SIGINT')
  setTimeout(() => running?.kill('SIGKILL'), killAfterMs).unref()
}

process.stdin.on('close', stop).resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

for (const [program = '', ...args] of plan.commands) {
  if (stopping) break
  const { folder: cwd, user } = plan
  running = spawn(program, args, { ...user, cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  const [exitCode] = (await once(running, 'exit')) as [number | null]
  if (exitCode !== 0) break
}
rmSync(plan.folder, { recursive: true, force: true })
