import { embedPending, Unavailable, type Ports } from '@ken/core'
import { plural, type Output } from './output.ts'
import { startProgress } from './progress.ts'
import type { CommonOptions, World } from './world.ts'

type Context = { readonly world: World; readonly options: CommonOptions; readonly out: Output; readonly signal: AbortSignal }

/**
 * Embeds pending passages with a sight of progress, and answers how many. An embedder that fails is only
 * worth a warning: words are searched all the same, and a running Ken embeds the rest.
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
    if (refused > 0) out.warn(`The embedder refuses ${plural(refused, 'passage')}: search finds them by words.`)
  } catch (error) {
    if (error instanceof Unavailable) out.warn(`${error.message} Search goes by words; a running Ken embeds the rest later.`)
    else if (!signal.aborted) throw error
  } finally {
    progress.stop()
  }
  return embedded
}
