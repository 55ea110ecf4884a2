import { useState, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../../language/use-messages.ts'
import { momentInWords } from '../../language/words.ts'
import { useHeld } from '../../session/kept/use-draft.ts'
import { Code } from '../../ui/display/code.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Page } from '../../ui/page/page.tsx'
import { peopleMessages } from '../messages.ts'
import { useStoredPassword } from './unstored-password.tsx'
import type { PersonCard } from './use-person.ts'
import './temporary-password.css'

/** A temporary password to hand over. It is never kept in a cache. */
export type IssuedPassword = {
  readonly temporary_password: string
  readonly expires_at: string
}

type TemporaryPasswordProps = {
  readonly person: Pick<PersonCard, 'id' | 'name'>
  readonly issued: IssuedPassword
  readonly onDone: () => void
}

/** The password itself, shown once. The page is held until it was copied or marked as stored. */
export function TemporaryPassword({ person, issued, onDone }: TemporaryPasswordProps): ReactNode {
  const messages = useMessages(peopleMessages)
  const language = useLanguage()
  const keepStored = useStoredPassword(person)
  const [isStored, setStored] = useState(false)
  const change = (next: boolean) => {
    setStored(next)
    keepStored(next)
  }
  useHeld(!isStored, messages.leavePassword)
  const until = momentInWords(new Date(issued.expires_at), language)
  return (
    <Page title={messages.passwordOf(person.name)} lead={messages.passwordLead(until)}>
      <div className="temporary-password">
        <Code className="temporary-password-text">{issued.temporary_password}</Code>
        <CopyButton
          text={issued.temporary_password}
          label={messages.copyPassword}
          onCopied={() => change(true)}
        />
      </div>
      <Checkbox checked={isStored} onChange={({ target }) => change(target.checked)}>
        {messages.passwordStored}
      </Checkbox>
      <div>
        <Button disabled={!isStored} onClick={onDone}>
          {messages.done}
        </Button>
      </div>
    </Page>
  )
}
