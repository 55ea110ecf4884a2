import type { Ken } from '@ken/composition'
import type { WorkerRole } from '@ken/worker'
import { isDoneBefore } from './is-done-before.ts'
import { runLong, until, type LongRun } from './run-long.ts'
import type { World } from '../world.ts'

/** Options of a server and its callbacks. */
export type ServeOptions = Omit<LongRun, 'role' | 'work'> & {
  /** The background roles of this process; other processes may have them, too. */
  readonly roles: readonly WorkerRole[]
  /** Called before requests are accepted. Ctrl-C and SIGTERM do not wait for its end. */
  readonly prepare: (ken: Ken) => Promise<void>
  /** Called once requests are accepted. */
  readonly ready: (ken: Ken, served: Served) => Promise<void>
}

/**
 * `url` is where people reach Ken; `address` is where this process listens, possibly behind a
 * proxy.
 */
export type Served = { readonly url: string; readonly address: string }

/**
 * Serves HTTP, embeds pending passages and indexes documents of earlier versions until Ctrl-C or SIGTERM, then finishes running requests
 * for at most 10 s and closes everything.
 */
export async function serve(
  world: World,
  { roles, prepare, ready, ...long }: ServeOptions,
): Promise<void> {
  const { config, log } = long
  const { startHttpServer } = await import('@ken/http')
  await runLong(world, {
    ...long,
    role: 'server',
    work: async (ken, signal) => {
      // What is left of it fails when Ken is closed, and is done at the next start.
      if (!(await isDoneBefore(signal, prepare(ken)))) return
      const server = await startHttpServer({ ken, log })
      const works: { readonly close: () => Promise<void> }[] = [server]
      try {
        await ready(ken, {
          url: config.baseUrl.replace(/:0$/, `:${server.port}`),
          address: server.listensOn,
        })
        const { prepareSearch, startWorker } = await import('@ken/worker')
        if (roles.length > 0) works.push(await startWorker({ ken, roles }))
        // A worker has begun it.
        if (!roles.includes('worker')) works.push(prepareSearch(ken.ports))
        await until(signal)
      } finally {
        await Promise.all(works.map((work) => work.close()))
      }
    },
  })
}
