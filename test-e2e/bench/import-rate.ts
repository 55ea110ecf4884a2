import { join } from 'node:path'
import { distributedWorld } from '../support/distributed.ts'
import { writeHandbook } from '../support/handbook.ts'
import { kenJson } from '../support/ken-program.ts'

const pages = 3_000

/** Documents of about 2 KB per second from a folder into a real server, and again when nothing changed. */
export async function importRate(): Promise<unknown> {
  const world = await distributedWorld({ owner: false })
  writeHandbook(join(world.cwd, 'handbook'), pages)
  const run = async () => {
    const started = performance.now()
    await kenJson(['import', 'handbook', '--source', 'handbook', '--allow', 'everyone'], world)
    return Math.round((pages / (performance.now() - started)) * 1000)
  }
  const result = { pages, firstPerSecond: await run(), unchangedPerSecond: await run() }
  await world.close()
  return result
}
