import type { ReactNode } from 'react'
import { useLanguage } from '../../language/use-messages.ts'
import { ageInWords, momentInWords } from '../../language/words.ts'
import { useMinute } from './use-minute.ts'
import './moment.css'

/** How long ago, with the full local time on demand and on paper, where an age says nothing. */
export function Moment({ value }: { readonly value: string }): ReactNode {
  const language = useLanguage()
  useMinute()
  const date = new Date(value)
  return (
    <time className="moment" dateTime={value} title={momentInWords(date, language)}>
      <span className="moment-age">{ageInWords(date, new Date(), language)}</span>
    </time>
  )
}
