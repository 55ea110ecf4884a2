import { isWebAddress } from '@ken/core'
import type { Command } from 'commander'
import { CommandFailed } from '../command-failed.ts'
import { baseUrlOf } from '../connect.ts'
import { parseUrl, parseWhole } from '../options.ts'
import { outputOf, type Output } from '../output.ts'
import { postSearch, type SearchAnswer } from '../post-search.ts'
import { readSecret } from '../read-secret.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & { readonly key?: string; readonly url?: string; readonly limit?: number }

/** `ken search WORDS`: asks a running Ken over its public contract, as any other client. */
export function searchCommand(command: Command, world: World): void {
  command
    .argument('<query>', 'what to look for; quote it when it has blanks')
    .option('--key <key>', 'the API key; without it: KEN_API_KEY, else asked for, or the first line of standard input')
    .option('--url <url>', 'where Ken is reached (default: as the settings say)', parseUrl)
    .option('--limit <number>', 'how many findings at most, 1 to 50 (default: 10)', parseWhole(1, 50))
    .addHelpText('after', '\nExample:\n  KEN_API_KEY=ken_… ken search "set up VPN" --limit 3')
    .action(async (query: string, options: Options) => {
      const out = outputOf(world, options)
      const key = await keyOf(world, options, out)
      const answer = await postSearch(options.url ?? (await baseUrlOf(world)), key, { query, limit: options.limit })
      if (answer.degraded) out.warn('Found by words alone: the embedder did not answer.')
      out.result(answer, lines(answer))
    })
}

async function keyOf(world: World, { key }: Options, out: Output): Promise<string> {
  if (key !== undefined)
    out.warn('--key shows in the list of processes. Set KEN_API_KEY instead, or leave it out to be asked for it.')
  const given = key ?? world.env['KEN_API_KEY'] ?? (await readSecret(world, { name: 'API key' }))
  // What is no header value would make the request fail with a message that repeats it.
  if (/^[\x21-\x7e]+$/.test(given.trim())) return given.trim()
  throw new CommandFailed('This is no API key. Keys begin with ken_; create one with: ken keys create', { code: 'key.refused' })
}

const lines = ({ results }: SearchAnswer): readonly string[] =>
  results.length === 0
    ? ['Nothing was found that this key may see.']
    : results.flatMap(({ title, source, score, url, snippet }, index) => [
        ...(index === 0 ? [] : ['']),
        `${index + 1}. ${title}`,
        `   ${[source, `score ${score.toFixed(2)}`, ...(isWebAddress(url) ? [url] : [])].join(', ')}`,
        `   ${snippet}`,
      ])
