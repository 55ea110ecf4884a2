import type { Ken } from '@ken/composition'
import type { WorkerRole } from '@ken/worker'
import { embedInBackground } from './embed-in-background.ts'
import { runLong, until, type LongRun } from './run-long.ts'
import type { World } from './world.ts'

/** How to serve, and whom to tell. */
export type ServeOptions = Omit<LongRun, 'role' | 'work'> & {
  /** What this process does beside serving; other processes may do it, too. */
  readonly roles: readonly WorkerRole[]
  /** Called before requests are taken. */
  readonly prepare: (ken: Ken) => Promise<void>
  /** Called once requests are taken. */
  readonly ready: (ken: Ken, served: Served) => Promise<void>
}

/** `url` is where people reach Ken; `address` and port are what this process listens on, which may be behind a proxy. */
export type Served = { readonly url: string; readonly address: string }

/**
 * Serves HTTP and embeds pending passages until Ctrl-C or SIGTERM, then answers what is under way for at
 * most 10 s and gives everything back.
 */
export async function serve(world: World, { roles, prepare, ready, ...long }: ServeOptions): Promise<void> {
  const { config, log } = long
  const { startHttpServer } = await import('@ken/http')
  await runLong(world, {
    ...long,
    role: 'server',
    work: async (ken, signal) => {
      await prepare(ken)
      const server = await startHttpServer({ ken, log })
      const ending = new AbortController()
      const embedding = embedInBackground(ken.ports, { log, signal: ending.signal })
      const works: { readonly close: () => Promise<void> }[] = [server]
      try {
        await ready(ken, { url: config.baseUrl.replace(/:0$/, `:${server.port}`), address: server.listensOn })
        if (roles.length > 0) works.push(await (await import('@ken/worker')).startWorker({ ken, roles }))
        await until(signal)
      } finally {
        ending.abort()
        await Promise.all([...works.map((work) => work.close()), embedding])
      }
    },
  })
}
