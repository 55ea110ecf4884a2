import { useEffect, useRef, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useDraft } from '../session/kept/use-draft.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Search } from '../ui/buttons/icons.ts'
import { isComposing } from '../ui/fields/is-composing.ts'
import type { Asked } from './asked.ts'
import { searchMessages } from './messages.ts'
import { focusResult } from './result-focus.ts'
import './search-form.css'

type SearchFormProps = { readonly asked: Asked; readonly onAsk: (query: string) => void }

/** The one field of the home. It searches on Enter, not on each key. */
export function SearchForm({ asked, onAsk }: SearchFormProps): ReactNode {
  const messages = useMessages(searchMessages)
  const [text, keepText, dropDraft] = useDraft(`search ${asked.query}`, asked.query, 'search')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <form
      className="search-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        dropDraft()
        onAsk(text.trim())
      }}
    >
      <div className="search-box">
        <Search aria-hidden className="search-icon" />
        <input
          ref={input}
          className="search-input"
          type="search"
          name="q"
          dir="auto"
          aria-label={messages.label}
          placeholder={messages.placeholder}
          autoComplete="off"
          enterKeyHint="search"
          value={text}
          onChange={({ target }) => keepText(target.value)}
          onKeyDown={(event) => {
            if (!isComposing(event) && event.key === 'ArrowDown' && focusResult(0))
              event.preventDefault()
          }}
        />
      </div>
      <Button type="submit" aria-label={messages.search}>
        <Search aria-hidden className="search-act-icon" />
        <span className="search-act">{messages.search}</span>
      </Button>
    </form>
  )
}
