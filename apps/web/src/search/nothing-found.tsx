import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Button } from '../ui/buttons/button.tsx'
import type { Asked } from './asked.ts'
import { searchMessages } from './messages.ts'
import './nothing-found.css'

type NothingFoundProps = { readonly asked: Asked; readonly onAsk: (asked: Asked) => void }

/** The same whether nothing exists or nothing may be seen. */
export function NothingFound({ asked, onAsk }: NothingFoundProps): ReactNode {
  const messages = useMessages(searchMessages)
  return (
    <section className="nothing-found" role="status">
      <h2>{messages.nothingTitle}</h2>
      <ul>
        {messages.tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      {asked.sources.length > 0 && (
        <Button kind="secondary" onClick={() => onAsk({ ...asked, sources: [] })}>
          {messages.clearSources}
        </Button>
      )}
    </section>
  )
}
