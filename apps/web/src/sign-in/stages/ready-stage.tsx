import type { ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { Code } from '../../ui/display/code.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Card } from '../card.tsx'
import { signInMessages } from '../messages.ts'
import './ready-stage.css'

type ReadyStageProps = {
  /** Ken sends email already. */
  readonly hasEmail: boolean
  readonly onDone: () => void
  readonly onImport: () => void
}

/** What makes a new Ken useful, ready to copy. */
export function ReadyStage({ hasEmail, onDone, onImport }: ReadyStageProps): ReactNode {
  const messages = useMessages(signInMessages)
  const steps = (['importing', 'email', 'inviting'] as const)
    .filter((name) => name !== 'email' || !hasEmail)
    .map((name) => ({ name, ...messages.steps[name] }))
  return (
    <Card isWide takesFocus title={messages.readyTitle} lead={messages.readyLead} onSubmit={onDone}>
      <ol className="ready-steps">
        {steps.map(({ name, title, text, command }) => (
          <li key={name} className="ready-step">
            <h2 className="ready-title">{title}</h2>
            <p className="ready-text">{text}</p>
            {name === 'importing' && (
              <Button kind="secondary" onClick={onImport}>
                {messages.importHere}
              </Button>
            )}
            <div className="ready-row">
              <pre className="ready-command">
                <Code>{command}</Code>
              </pre>
              <CopyButton text={command} label={`${messages.copyCommand}: ${title}`} />
            </div>
          </li>
        ))}
      </ol>
      <Button type="submit">{messages.toSearch}</Button>
    </Card>
  )
}
