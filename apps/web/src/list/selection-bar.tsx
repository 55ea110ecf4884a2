import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { Button } from '../ui/buttons/button.tsx'
import { listMessages } from './messages.ts'
import { LeftBatchNotice } from './left-batch-notice.tsx'
import type { MenuItem } from './row-menu.tsx'
import type { Selection } from './use-selection.ts'
import './selection-bar.css'

type SelectionBarProps = {
  readonly selection: Pick<Selection<never>, 'keep'> & { readonly items: readonly unknown[] }
  readonly acts: readonly MenuItem[]
}

/** How many rows are selected and what can be done with them, and what a batch did that was left. */
export function SelectionBar({ selection, acts }: SelectionBarProps): ReactNode {
  const messages = useMessages(listMessages)
  const language = useLanguage()
  return (
    <>
      <LeftBatchNotice />
      {selection.items.length > 0 && (
        <div className="selection-bar" role="group" aria-label={messages.selection}>
          <span role="status">
            {messages.selected(numberInWords(selection.items.length, language))}
          </span>
          {acts.map(({ name, act }) => (
            <Button key={name} kind="secondary" onClick={act}>
              {name}
            </Button>
          ))}
          <Button kind="link" onClick={() => selection.keep([])}>
            {messages.clearSelection}
          </Button>
        </div>
      )}
    </>
  )
}
