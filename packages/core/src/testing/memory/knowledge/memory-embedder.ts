import type { Embedder } from '../../../ports/knowledge/embedder.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'

/** An embedder that a test can take away and bring back, and let refuse every text with a certain word. */
export type MemoryEmbedder = Embedder & { setAway(isAway: boolean): void; refuse(word: string | null): void }

/** Counts the words of a text, hashed into `dimensions`, as a vector of length one: texts that share words are near. */
export function memoryEmbedder(dimensions = 64): MemoryEmbedder {
  let isModelAway = false
  let refused: string | null = null
  return {
    model: `words-${dimensions}`,
    async embedQuery(query) {
      return isModelAway ? null : countWords(query, dimensions)
    },
    async embedTexts(texts) {
      if (texts.length > 64) throw new RangeError(`At most 64 texts at once, not ${texts.length}.`)
      if (isModelAway) throw new Unavailable('embedder', 'The embedder is away.')
      return texts.map((text) => (refused !== null && text.includes(refused) ? null : countWords(text, dimensions)))
    },
    setAway(isAway) {
      isModelAway = isAway
    },
    refuse(word) {
      refused = word
    },
  }
}

function countWords(text: string, dimensions: number): number[] {
  const counts = Array.from({ length: dimensions }, () => 0)
  // A text without words is one word, because a vector of zeros is near to nothing.
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]) {
    const place = placeOf(word, dimensions)
    counts[place] = (counts[place] ?? 0) + 1
  }
  const length = Math.hypot(...counts)
  return counts.map((count) => count / length)
}

/** FNV-1a. */
function placeOf(word: string, dimensions: number): number {
  let hash = 2_166_136_261
  for (const character of word) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return (hash >>> 0) % dimensions
}
