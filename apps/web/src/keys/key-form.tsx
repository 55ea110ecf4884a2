import type { ReactNode } from 'react'
import './key-form.css'

type KeyFormProps = {
  readonly onSubmit: (form: HTMLFormElement) => void
  readonly children: ReactNode
}

/** The settings of a new key, one below the other. */
export const KeyForm = ({ onSubmit, children }: KeyFormProps): ReactNode => (
  <form
    className="key-form"
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit(event.currentTarget)
    }}
  >
    {children}
  </form>
)
