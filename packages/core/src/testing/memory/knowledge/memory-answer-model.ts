import type { AnswerModel, ModelPrompt } from '../../../ports/knowledge/answer-model.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'

/** A model that a test can make unavailable, and whose replies a test can set. */
export type MemoryAnswerModel = AnswerModel & {
  /** The prompts it received, first to last. */
  readonly prompts: readonly ModelPrompt[]
  setUnavailable(isUnavailable: boolean): void
  /** The pieces of the next replies. Runs `beforeEnd` after the last piece. */
  say(reply: string | readonly string[], beforeEnd?: () => void | Promise<void>): void
}

const aborted = () => new Unavailable('request', 'The request ended.')

/** Counts words as tokens. By default replies with the number of turns in the prompt. */
export function memoryAnswerModel(promptTokensMax = 1_000): MemoryAnswerModel {
  const prompts: ModelPrompt[] = []
  let isModelUnavailable = false
  let reply: readonly string[] | null = null
  let end: (() => void | Promise<void>) | null = null
  return {
    promptTokensMax,
    prompts,
    countTokens: async (text) => text.match(/\S+/g)?.length ?? 0,
    async *write(prompt, signal) {
      if (signal.aborted) throw aborted()
      if (isModelUnavailable)
        throw new Unavailable('answer model', 'The answer model is unavailable.')
      prompts.push(prompt)
      for (const piece of reply ?? ['Answer to ', `${prompt.turns.length}.`]) {
        yield piece
        if (signal.aborted) throw aborted()
      }
      await end?.()
    },
    setUnavailable(isUnavailable) {
      isModelUnavailable = isUnavailable
    },
    say(next, beforeEnd) {
      reply = typeof next === 'string' ? [next] : next
      end = beforeEnd ?? null
    },
  }
}
