import { harmlessStream } from '../model/answers/harmless-stream.ts'
import type { AnswerModel, ModelSlot } from '../ports/index.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { promptOf, type PromptInput } from './prompt.ts'

/** A model to ask, as soon as the slot is granted, until the signal aborts. */
export type QueuedModel = {
  readonly model: AnswerModel
  readonly slot: ModelSlot
  readonly signal: AbortSignal
}

/**
 * Asks the model for an answer, and passes it on in harmless pieces. Returns the whole answer; null if the model is
 * unavailable, even if it was available for some pieces.
 */
export async function writeAnswer(
  { model, slot, signal }: QueuedModel,
  input: PromptInput,
  passOn: (delta: string) => Promise<void>,
): Promise<string | null> {
  const stream = harmlessStream(input.results.length)
  const pass = async (delta: string) => {
    if (delta !== '') await passOn(delta)
  }
  try {
    const prompt = await promptOf(model, input)
    await slot.granted(signal)
    for await (const piece of model.write(prompt, signal)) {
      await pass(stream.push(piece))
      if (stream.isFull()) break
    }
    await pass(stream.end())
    return stream.text() === '' ? null : stream.text()
  } catch (error) {
    if (error instanceof Unavailable && error.dependency === 'answer model') return null
    throw error
  }
}
