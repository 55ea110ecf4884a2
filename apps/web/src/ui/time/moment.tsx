import type { ReactNode } from 'react'
import { useLanguage } from '../../language/use-messages.ts'
import { ageInWords, momentInWords } from '../../language/words.ts'

/** How long ago, with the full local time on demand. */
export function Moment({ value }: { readonly value: string }): ReactNode {
  const language = useLanguage()
  const date = new Date(value)
  return (
    <time dateTime={value} title={momentInWords(date, language)}>
      {ageInWords(date, new Date(), language)}
    </time>
  )
}
