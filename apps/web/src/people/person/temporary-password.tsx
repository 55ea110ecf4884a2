import { useBlocker } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../../language/use-messages.ts'
import { momentInWords } from '../../language/words.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Page } from '../../ui/page.tsx'
import { peopleMessages } from '../messages.ts'
import './temporary-password.css'

/** A temporary password to hand over. It is never kept in a cache. */
export type IssuedPassword = {
  readonly temporary_password: string
  readonly expires_at: string
}

type TemporaryPasswordProps = {
  readonly name: string
  readonly issued: IssuedPassword
  readonly onStored: () => void
}

/** The password itself, shown once. The page is held until it was copied or marked as stored. */
export function TemporaryPassword({ name, issued, onStored }: TemporaryPasswordProps): ReactNode {
  const messages = useMessages(peopleMessages)
  const language = useLanguage()
  const [isStored, setStored] = useState(false)
  useBlocker({
    // oxlint-disable-next-line no-alert -- the router asks before the page is left, and waits for the answer
    shouldBlockFn: () => !window.confirm(messages.leavePassword),
    enableBeforeUnload: !isStored,
    disabled: isStored,
  })
  const until = momentInWords(new Date(issued.expires_at), language)
  return (
    <Page title={messages.passwordOf(name)} lead={messages.passwordLead(until)}>
      <div className="temporary-password">
        <code className="temporary-password-text">{issued.temporary_password}</code>
        <CopyButton
          text={issued.temporary_password}
          label={messages.copyPassword}
          onCopied={() => setStored(true)}
        />
      </div>
      <Checkbox checked={isStored} onChange={({ target }) => setStored(target.checked)}>
        {messages.passwordStored}
      </Checkbox>
      <div>
        <Button disabled={!isStored} onClick={onStored}>
          {messages.done}
        </Button>
      </div>
    </Page>
  )
}
