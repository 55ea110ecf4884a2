import { isWebAddress } from '@ken/core'
import type { Command } from 'commander'
import { clientUrlOf } from '../connect.ts'
import { keyOf } from '../given-key.ts'
import { parseWhole } from '../options.ts'
import { degradedText } from '../send-question.ts'
import { keyOption, sourcesOption, urlOption } from '../shared-options.ts'
import { outputOf, type Line } from '../terminal/output.ts'
import { postSearch, type SearchAnswer } from '../post-search.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & {
  readonly key?: string
  readonly url?: string
  readonly limit?: number
  readonly sources?: readonly string[]
}

/** `ken search WORDS`: searches a running Ken over its public contract, like any other client. */
export function searchCommand(command: Command, world: World): void {
  command
    .argument('<query>', 'the search query; quote it if it contains spaces')
    .addOption(keyOption())
    .addOption(urlOption())
    .option(
      '--limit <number>',
      'the maximum number of results, 1 to 50 (default: 10)',
      parseWhole(1, 50),
    )
    .addOption(sourcesOption())
    .addHelpText('after', '\nExample:\n  KEN_API_KEY=ken_… ken search "set up VPN" --limit 3')
    .action(async (query: string, options: Options) => {
      const out = outputOf(world, options)
      const key = await keyOf(world, options, out)
      const answer = await postSearch(await clientUrlOf(world, options.url), key, {
        query,
        limit: options.limit,
        sources: options.sources,
      })
      if (answer.degraded) out.warn(degradedText)
      out.result(answer, lines(answer))
    })
}

const lines = ({ results }: SearchAnswer): readonly Line[] =>
  results.length === 0
    ? ['No results for this key.']
    : results.flatMap(({ title, source, score, url, snippet, marks = [] }, index) => [
        ...(index === 0 ? [] : ['']),
        `${index + 1}. ${title}`,
        `   ${[source, `score ${score.toFixed(2)}`, ...(isWebAddress(url) ? [url] : [])].join(', ')}`,
        ['   ', ...withMarks(snippet, marks)],
      ])

/** A snippet whose marked words are bold. Ignores marks that overlap or lie outside. */
function withMarks(
  snippet: string,
  marks: NonNullable<SearchAnswer['results'][number]['marks']>,
): Exclude<Line, string> {
  const parts: (string | { readonly bold: string })[] = []
  let last = 0
  for (const { start, end } of marks) {
    if (start < last || end <= start || end > snippet.length) continue
    parts.push(snippet.slice(last, start), { bold: snippet.slice(start, end) })
    last = end
  }
  return [...parts, snippet.slice(last)]
}
