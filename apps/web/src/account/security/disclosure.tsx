import { useId, useRef, useState, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { SubmitButton } from '../../ui/acts/submit-button.tsx'
import type { Act } from '../../ui/acts/use-act.ts'
import { useHoldPage } from '../../ui/acts/use-hold-page.ts'
import { accountMessages } from '../messages.ts'
import './disclosure.css'

type DisclosureProps = {
  readonly label: string
  readonly children: (close: () => void) => ReactNode
}

/** A button that opens a form below it, and has the focus again when that is closed. */
export function Disclosure({ label, children }: DisclosureProps): ReactNode {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <div className="disclosure">
      <div>
        <Button
          kind="secondary"
          ref={opener}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      </div>
      {isOpen && <div id={id}>{children(close)}</div>}
    </div>
  )
}

type DisclosedFormProps = {
  readonly label: string
  /** What ends with the act. */
  readonly consequence: string
  readonly button: string
  readonly isEnding?: boolean
  readonly act: Pick<Act<never>, 'isBusy' | 'error'>
  readonly more?: ReactNode
  readonly onSubmit: () => void
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** The form itself: what ends, the fields, and the way out. */
export function DisclosedForm({
  label,
  consequence,
  button,
  isEnding = false,
  act,
  more,
  onSubmit,
  onCancel,
  children,
}: DisclosedFormProps): ReactNode {
  const messages = useMessages(accountMessages)
  useHoldPage(act.isBusy)
  return (
    <form
      className="disclosure-form"
      method="post"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <p>{consequence}</p>
      {children}
      <div className="disclosure-acts">
        <SubmitButton kind={isEnding ? 'danger' : 'primary'} act={act}>
          {button}
        </SubmitButton>
        <Button kind="link" onClick={onCancel}>
          {messages.cancel}
        </Button>
        {more}
      </div>
    </form>
  )
}
