import { isWebAddress } from '@ken/core'
import type { Command } from 'commander'
import { askKen, type Answer } from '../ask-ken.ts'
import { clientUrlOf } from '../connect.ts'
import { keyOf } from '../given-key.ts'
import { parseConversationId } from '../options.ts'
import { degradedText } from '../send-question.ts'
import { keyOption, sourcesOption, urlOption } from '../shared-options.ts'
import { outputOf, printable, type Line } from '../terminal/output.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & {
  readonly key?: string
  readonly url?: string
  readonly sources?: readonly string[]
  readonly conversation?: string
  readonly remember?: boolean
}

/** `ken ask QUESTION`: asks a running Ken over its public contract, and shows the answer while it is written. */
export function askCommand(command: Command, world: World): void {
  command
    .argument('<question>', 'the question; quote it if it contains spaces')
    .addOption(keyOption())
    .addOption(urlOption())
    .addOption(sourcesOption())
    .option('--remember', 'keep question and answer, and print the id of their conversation')
    .option('--conversation <id>', 'continue this conversation', parseConversationId)
    .addHelpText('after', '\nExample:\n  KEN_API_KEY=ken_… ken ask "How do I set up the VPN?"')
    .action(async (question: string, options: Options) => {
      const out = outputOf(world, options)
      const key = await keyOf(world, options, out)
      const isShown = world.stdout.isTTY === true && options.json !== true
      let shown = ''
      const show = (delta: string) => {
        shown += delta
        if (isShown) world.stdout.write(delta.split('\n').map(printable).join('\n'))
      }
      const asked = {
        question,
        sources: options.sources,
        conversation_id: options.conversation,
        remember: options.remember,
      }
      let answer: Answer
      try {
        answer = await askKen(await clientUrlOf(world, options.url), key, asked, show)
      } finally {
        if (isShown && shown !== '') world.stdout.write('\n')
      }
      if (answer.degraded) out.warn(degradedText)
      if (answer.reason === 'model_unavailable')
        out.warn('The language model is unavailable. These are the sources.')
      out.result(answer, lines(answer, isShown && shown === answer.answer))
    })
}

/** An answer and its sources; without its text if that was shown. */
function lines(answer: Answer, isShown: boolean): readonly Line[] {
  const { outcome, sources, conversation_id: id } = answer
  const text = outcome === 'found_only' ? answer.answer.split('\n', 1) : answer.answer.split('\n')
  const listed = sources.flatMap(({ number, title, source, url, snippet }): readonly Line[] => [
    `[${number}] ${title} (${source})${isWebAddress(url) ? ` ${url}` : ''}`,
    ...(outcome === 'found_only' ? [`    ${snippet}`] : []),
  ])
  return [
    ...(isShown ? [] : text),
    ...(listed.length === 0 ? [] : ['', ...listed]),
    ...(id === null ? [] : ['', `Conversation: ${id}`]),
  ]
}
