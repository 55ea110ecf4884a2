import { useState, type ReactNode } from 'react'
import { StoredCodes } from '../../credentials/stored-codes.tsx'
import { useMessages } from '../../language/use-messages.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useHoldPage } from '../../ui/acts/use-hold-page.ts'
import { Card } from '../card.tsx'
import { signInMessages } from '../messages.ts'
import type { StageProps } from './stage-props.ts'

type RecoveryCodesProps = Pick<StageProps, 'email' | 'position'> & {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** The recovery codes, shown once. The page can be left once they were stored in some way. */
export function RecoveryCodesStage({
  codes,
  email,
  position,
  onDone,
}: RecoveryCodesProps): ReactNode {
  const messages = useMessages(signInMessages)
  const [isStored, setStored] = useState(false)
  useHoldPage(!isStored)
  return (
    <Card
      isWide
      title={messages.codesTitle}
      lead={messages.codesLead}
      position={position}
      onSubmit={() => isStored && onDone()}
    >
      <StoredCodes
        codes={codes}
        email={email}
        label={messages.codesTitle}
        isStored={isStored}
        onStored={setStored}
      />
      <Button type="submit" disabled={!isStored}>
        {messages.continue}
      </Button>
    </Card>
  )
}
