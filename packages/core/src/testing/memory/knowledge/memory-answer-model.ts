import type { AnswerModel, ModelPrompt } from '../../../ports/knowledge/answer-model.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'

/** A model that a test can make unavailable, and whose replies a test can set. */
export type MemoryAnswerModel = AnswerModel & {
  /** The prompts it received, first to last. */
  readonly prompts: readonly ModelPrompt[]
  setUnavailable(isUnavailable: boolean): void
  say(reply: string): void
}

/** Counts words as tokens. By default replies with the number of turns in the prompt. */
export function memoryAnswerModel(promptTokensMax = 1_000): MemoryAnswerModel {
  const prompts: ModelPrompt[] = []
  let isModelUnavailable = false
  let reply: string | null = null
  return {
    promptTokensMax,
    prompts,
    countTokens: async (text) => text.match(/\S+/g)?.length ?? 0,
    async complete(prompt) {
      if (isModelUnavailable)
        throw new Unavailable('answer model', 'The answer model is unavailable.')
      prompts.push(prompt)
      return reply ?? `Answer to ${prompt.turns.length}.`
    },
    setUnavailable(isUnavailable) {
      isModelUnavailable = isUnavailable
    },
    say(next) {
      reply = next
    },
  }
}
