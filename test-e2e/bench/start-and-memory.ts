import { residentMegabytes } from './process-figures.ts'
import { distributedWorld } from '../support/distributed.ts'
import { emptyHome, startKen } from '../support/ken-program.ts'

const idleMilliseconds = 15_000

/** Milliseconds from the command to readiness, and resident memory after a while without requests. */
export async function startAndMemory(): Promise<unknown> {
  const home = emptyHome()
  const first = await timedStart(['start', '--sample'], { cwd: home.path })
  const again = await timedStart(['start'], { cwd: home.path })
  const world = await distributedWorld({ owner: false })
  const server = await timedStart(['http'], world)
  await world.close()
  home.remove()
  return { embeddedFirst: first, embeddedAgain: again, httpOnServerDatabase: server }
}

async function timedStart(args: readonly string[], options: Parameters<typeof startKen>[1]) {
  const started = performance.now()
  const server = await startKen(args, options)
  const startMs = Math.round(performance.now() - started)
  await new Promise((resolve) => setTimeout(resolve, idleMilliseconds))
  const idleMb = residentMegabytes(server.child.pid!)
  await server.stop()
  return { startMs, idleMb }
}
