import type { AnalyzedQuery } from '../analysis/analyze-query.ts'
import { invisible, unspacedOnly } from '../analysis/tokens/tokens.ts'
import { foldWord } from '../words.ts'

/**
 * Whether a passage may have a word of the query: where it is false, `quote` marks nothing. Only
 * looks for words of scripts without spaces, whose tokens are slow to make; with any other word it
 * is always true.
 */
export function wordPresence({ words }: AnalyzedQuery): (passage: string) => boolean {
  const forms = words.flatMap((word) => word.forms)
  if (!forms.every((form) => unspacedOnly.test(form))) return () => true
  return (passage) => {
    // As tokens are: each of their words is then a part of this text.
    const folded = foldWord(passage.replaceAll(invisible, ''))
    return forms.some((form) => folded.includes(form))
  }
}
