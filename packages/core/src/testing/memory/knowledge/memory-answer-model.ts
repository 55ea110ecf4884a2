import type { AnswerModel, ModelPrompt } from '../../../ports/knowledge/answer-model.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'

/** A model that a test can take away and bring back, and that says what the test tells it to. */
export type MemoryAnswerModel = AnswerModel & {
  /** What it was asked, first to last. */
  readonly prompts: readonly ModelPrompt[]
  setAway(isAway: boolean): void
  say(reply: string): void
}

/** Counts words as tokens, and says how many turns it was given until it is told what to say. */
export function memoryAnswerModel(promptTokensMax = 1_000): MemoryAnswerModel {
  const prompts: ModelPrompt[] = []
  let isModelAway = false
  let reply: string | null = null
  return {
    promptTokensMax,
    prompts,
    countTokens: async (text) => text.match(/\S+/g)?.length ?? 0,
    async complete(prompt) {
      if (isModelAway) throw new Unavailable('answer model', 'The answer model is away.')
      prompts.push(prompt)
      return reply ?? `Answer to ${prompt.turns.length}.`
    },
    setAway(isAway) {
      isModelAway = isAway
    },
    say(next) {
      reply = next
    },
  }
}
