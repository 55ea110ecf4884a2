import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { RecoveryCodes } from '../ui/display/recovery-codes.tsx'
import { useFocus } from '../ui/page/use-focus.ts'
import { credentialMessages } from './messages.ts'
import { useUnstoredCodes } from './use-unstored-codes.ts'

type StoredCodesProps = {
  readonly codes: readonly string[]
  readonly email: string
  readonly label: string
  readonly isStored: boolean
  readonly onStored: (isStored: boolean) => void
}

/** Recovery codes, shown once, and whether their person has stored them in some way. */
export function StoredCodes({
  codes,
  email,
  label,
  isStored,
  onStored,
}: StoredCodesProps): ReactNode {
  const messages = useMessages(credentialMessages)
  const { keepStored } = useUnstoredCodes()
  const change = (next: boolean) => {
    onStored(next)
    keepStored(next)
  }
  const region = useFocus<HTMLDivElement>()
  return (
    <>
      <div ref={region} tabIndex={-1} role="group" aria-label={label}>
        <RecoveryCodes
          codes={codes}
          fileHeading={messages.codesFile(email)}
          words={messages}
          onStored={() => change(true)}
        />
      </div>
      <p>{messages.codesOnce}</p>
      <Checkbox checked={isStored} onChange={({ target }) => change(target.checked)}>
        {messages.stored}
      </Checkbox>
    </>
  )
}
