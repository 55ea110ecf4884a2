import { useCallback } from 'react'
import { useMessages } from '../language/use-messages.ts'
import type { Entry } from './entry.ts'
import { auditWords } from './messages.ts'
import { sentenceOf } from './sentence.ts'

/** What was done, in a sentence without its subject. */
export function useSentence(): (entry: Entry) => string {
  const messages = useMessages(auditWords)
  return useCallback((entry) => sentenceOf(entry, messages), [messages])
}
