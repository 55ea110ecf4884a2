import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { invitationMessages } from './messages.ts'

export const verdicts = ['created', 'already_invited', 'already_a_user', 'invalid'] as const
export type Verdict = (typeof verdicts)[number]
export type Counts = { readonly [Name in Verdict]: number }

/** A line of a list and its outcome. */
export type Line = {
  readonly line: number
  readonly email: string | null
  readonly verdict: Verdict
  readonly fault: 'columns' | 'email' | 'role' | null
}

/** The lines by outcome. */
export function ImportCounts({ counts }: { readonly counts: Counts }): ReactNode {
  const messages = useMessages(invitationMessages)
  const language = useLanguage()
  return (
    <ul role="list" className="import-counts">
      {verdicts
        .filter((verdict) => counts[verdict] > 0)
        .map((verdict) => (
          <li key={verdict}>
            {messages.verdicts[verdict]}: {numberInWords(counts[verdict], language)}
          </li>
        ))}
    </ul>
  )
}
