import type { ReactNode } from 'react'
import { ActButton } from './act-button.tsx'
import type { Act } from './use-act.ts'

type SubmitProps = {
  readonly act: Pick<Act<never>, 'isBusy' | 'error'>
  readonly disabled?: boolean
  readonly children: ReactNode
}

/** Sends the form. */
export const SubmitButton = (props: SubmitProps): ReactNode => (
  <ActButton {...props} type="submit" />
)
