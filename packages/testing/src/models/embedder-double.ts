import {
  answerAs,
  modelDouble,
  sendJson,
  type ModelBehaviour,
  type ModelDouble,
  type ModelRequest,
} from './model-double.ts'

/** How the double answers the next requests. With `toTextsWith` it fails for texts that hold these words alone. */
export type EmbedderBehaviour =
  | ModelBehaviour
  | 'wrong_dimensions'
  | { readonly status: number; readonly location?: string; readonly toTextsWith: string }

/** One request as the double saw it. */
export type EmbedderRequest = ModelRequest<unknown>

/** An OpenAI-compatible embeddings server on loopback; `url` is what `KEN_EMBEDDER_URL` would be. */
export type EmbedderDouble = ModelDouble<EmbedderBehaviour, unknown>

/**
 * Starts the double. Vectors count the words of a text, hashed into `dimensions`, so texts that share words are near and
 * the same text gives the same vector. They are not of unit length and come last first: the protocol promises neither.
 */
export const embedderDouble = (dimensions = 64): Promise<EmbedderDouble> =>
  modelDouble((response, behaviour, { path, body }) => {
    if (path !== '/v1/embeddings')
      return sendJson(response, 404, { error: { message: `no ${path} here` } })
    if (typeof body !== 'object' || body === null || !('input' in body))
      return sendJson(response, 400, { error: { message: 'no input' } })
    const { input } = body
    if (behaviour === 'wrong_dimensions')
      return sendJson(response, 200, embed(input, dimensions + 1))
    const spared =
      typeof behaviour === 'object' && 'toTextsWith' in behaviour ? behaviour.toTextsWith : null
    const isSpared = spared !== null && !textsOf(input).some((text) => text.includes(spared))
    answerAs(response, isSpared ? 'ok' : behaviour, embed(input, dimensions), input)
  })

function embed(input: unknown, dimensions: number) {
  const data = textsOf(input).map((text, index) => ({
    object: 'embedding',
    index,
    embedding: countWords(text, dimensions),
  }))
  return {
    object: 'list',
    data: data.toReversed(),
    model: 'double',
    usage: { prompt_tokens: 0, total_tokens: 0 },
  }
}

const textsOf = (input: unknown): readonly string[] =>
  (Array.isArray(input) ? input : [input]).map(String)

function countWords(text: string, dimensions: number): number[] {
  const counts = Array.from({ length: dimensions }, () => 0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]) {
    let hash = 2_166_136_261
    for (const character of word)
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
    const place = (hash >>> 0) % dimensions
    counts[place] = (counts[place] ?? 0) + 1
  }
  return counts
}
