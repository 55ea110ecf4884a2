import type { Embedder } from '../../../ports/knowledge/embedder.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'

/** An embedder that a test can make unavailable, or make refuse texts with a certain word. */
export type MemoryEmbedder = Embedder & {
  setUnavailable(isUnavailable: boolean): void
  refuse(word: string | null): void
}

/**
 * Counts the words of a text, hashed into `dimensions`, as a unit vector. Texts with common words
 * are near each other.
 */
export function memoryEmbedder(dimensions = 64): MemoryEmbedder {
  let isModelUnavailable = false
  let refused: string | null = null
  return {
    model: `words-${dimensions}`,
    async embedQuery(query) {
      return isModelUnavailable ? null : countWords(query, dimensions)
    },
    async embedTexts(texts) {
      if (texts.length > 64) throw new RangeError(`At most 64 texts at once, not ${texts.length}.`)
      if (isModelUnavailable) throw new Unavailable('embedder', 'The embedder is unavailable.')
      return texts.map((text) =>
        refused !== null && text.includes(refused) ? null : countWords(text, dimensions),
      )
    },
    setUnavailable(isUnavailable) {
      isModelUnavailable = isUnavailable
    },
    refuse(word) {
      refused = word
    },
  }
}

function countWords(text: string, dimensions: number): number[] {
  const counts = Array.from({ length: dimensions }, () => 0)
  // A text without words counts as one word, because a zero vector is near nothing.
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
