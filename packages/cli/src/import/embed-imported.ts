import { embedPending, Unavailable, type Ports } from '@ken/core'
import { plural, type Output } from '../terminal/output.ts'
import { startProgress } from '../terminal/progress.ts'
import type { CommonOptions, World } from '../world.ts'

type Context = {
  readonly world: World
  readonly options: CommonOptions
  readonly out: Output
  readonly signal: AbortSignal
}

/**
 * Embeds pending passages with a progress bar, and returns their number. A failing embedder only
 * causes a warning: keyword search still works, and a running Ken embeds the rest.
 */
export async function embedImported(
  ports: Pick<Ports, 'embedder' | 'searchIndex'>,
  { world, options, out, signal }: Context,
): Promise<number> {
  if (ports.embedder === null) return 0
  const progress = await startProgress(world, options, { verb: 'Embedding', noun: 'passages' })
  let embedded = 0
  try {
    const { refused } = await embedPending(ports, (count) => {
      embedded = count
      progress.report(count, null)
      signal.throwIfAborted()
    })
    if (refused > 0)
      out.warn(
        `The embedder refuses ${plural(refused, 'passage')}: only keyword search finds them.`,
      )
  } catch (error) {
    if (error instanceof Unavailable)
      out.warn(`${error.message} Only keyword search finds the rest until a running Ken embeds it.`)
    else if (!signal.aborted) throw error
  } finally {
    progress.stop()
  }
  return embedded
}
