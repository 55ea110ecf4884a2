import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

/** Commands run in turn, in a folder that is removed in the end; the last one is the server. */
export type GuardedPlan = {
  readonly folder: string
  readonly commands: readonly (readonly string[])[]
  /** Who runs the commands; without it, the current user. */
  readonly user?: { readonly uid: number; readonly gid: number }
}

const outputKept = 4_000

/**
 * Starts a server that says when it is "ready to accept connections". It ends and its folder goes with `stop`, and
 * also when this process ends in any other way.
 */
export async function startGuarded(
  plan: GuardedPlan,
): Promise<{ readonly stop: () => Promise<void> }> {
  const guard = spawn(
    process.execPath,
    [fileURLToPath(new URL('guard.ts', import.meta.url)), JSON.stringify(plan)],
    {
      // Away from the terminal's process group: Ctrl-C must reach the guard as a closed pipe, not kill it beside the server.
      detached: true,
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  const exited = once(guard, 'exit')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-outputKept)
      if (/ready to accept connections/i.test(output)) resolve()
    }
    guard.stdout.on('data', read)
    guard.stderr.on('data', read)
    guard.on('exit', () =>
      reject(new Error(`${plan.commands.at(-1)?.[0]} did not start:\n${output}`)),
    )
    guard.on('error', reject)
  })
  // A script that only used the server ends without calling `stop`.
  guard.unref()
  for (const pipe of [guard.stdin, guard.stdout, guard.stderr]) (pipe as Socket).unref()
  return {
    stop: async () => {
      guard.ref()
      guard.stdin.end()
      await exited
    },
  }
}
