import type { Config, Ken } from '@ken/composition'
import type { Log } from '@ken/core/ports'
import { once } from 'node:events'
import { embedInBackground } from './embed-in-background.ts'
import { untilInterrupted } from './until-interrupted.ts'
import type { World } from './world.ts'

/** How to serve, and whom to tell. */
export type ServeOptions = {
  readonly config: Config
  readonly log: Log
  /** Called before requests are taken. */
  readonly prepare: (ken: Ken) => Promise<void>
  /** Called once requests are taken at `url`. */
  readonly ready: (ken: Ken, url: string) => Promise<void>
  /** Called at the first Ctrl-C or SIGTERM. */
  readonly stopping: () => void
}

/**
 * Serves HTTP and embeds pending passages until Ctrl-C or SIGTERM, then answers what is under way for at
 * most 10 s and gives everything back.
 */
export async function serve(world: World, { config, log, prepare, ready, stopping }: ServeOptions): Promise<void> {
  const [{ composeKen }, { startHttpServer }] = await Promise.all([import('@ken/composition'), import('@ken/http')])
  const crash = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    log.error('process.failed', { reason, stack: error instanceof Error ? (error.stack ?? null) : null })
    world.exit(1)
  }
  world.process.on('uncaughtException', crash)
  using interrupted = untilInterrupted(world, stopping)
  const { signal } = interrupted

  const ken = await composeKen(config, { log, role: 'server' })
  try {
    await prepare(ken)
    const server = await startHttpServer({ ken, log })
    const ending = new AbortController()
    const embedding = embedInBackground(ken.ports, { log, signal: ending.signal })
    try {
      await ready(ken, config.baseUrl.replace(/:0$/, `:${server.port}`))
      if (!signal.aborted) await once(signal, 'abort')
    } finally {
      ending.abort()
      await Promise.all([server.close(), embedding])
    }
  } finally {
    await ken.close()
    world.process.off('uncaughtException', crash)
  }
}
