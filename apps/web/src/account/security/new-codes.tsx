import { useState, type ReactNode } from 'react'
import { StoredCodes } from '../../credentials/stored-codes.tsx'
import { useMessages } from '../../language/use-messages.ts'
import { useHeld } from '../../session/kept/use-draft.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { AccountPage } from '../account-page.tsx'
import { accountMessages } from '../messages.ts'
import './new-codes.css'

type NewCodesProps = {
  readonly codes: readonly string[]
  readonly email: string
  readonly onDone: () => void
}

/** New recovery codes, shown once. The page is held until they were stored in some way. */
export function NewCodes({ codes, email, onDone }: NewCodesProps): ReactNode {
  const messages = useMessages(accountMessages)
  const [isStored, setStored] = useState(false)
  useHeld(!isStored, messages.leaveCodes)
  return (
    <AccountPage title={messages.codesTitle} lead={messages.codesLead}>
      <div className="new-codes">
        <StoredCodes
          codes={codes}
          email={email}
          label={messages.codesTitle}
          isStored={isStored}
          onStored={setStored}
        />
        <Button disabled={!isStored} onClick={onDone}>
          {messages.done}
        </Button>
      </div>
    </AccountPage>
  )
}
