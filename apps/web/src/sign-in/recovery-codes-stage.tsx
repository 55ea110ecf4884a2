import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { RecoveryCodes } from '../ui/recovery-codes.tsx'
import { useFocus } from '../ui/use-focus.ts'
import { useHoldPage } from '../ui/use-hold-page.ts'
import { Card } from './card.tsx'
import { signInMessages } from './messages.ts'
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
  const region = useFocus<HTMLDivElement>()
  useHoldPage(!isStored)
  return (
    <Card
      isWide
      title={messages.codesTitle}
      lead={messages.codesLead}
      position={position}
      onSubmit={() => isStored && onDone()}
    >
      <div ref={region} tabIndex={-1} role="group" aria-label={messages.codesTitle}>
        <RecoveryCodes
          codes={codes}
          fileHeading={messages.codesFile(email)}
          words={messages}
          onStored={() => setStored(true)}
        />
      </div>
      <p>{messages.codesOnce}</p>
      <Checkbox checked={isStored} onChange={({ target }) => setStored(target.checked)}>
        {messages.stored}
      </Checkbox>
      <Button type="submit" disabled={!isStored}>
        {messages.continue}
      </Button>
    </Card>
  )
}
