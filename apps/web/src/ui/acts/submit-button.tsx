import type { ComponentProps, ReactNode } from 'react'
import { ActButton } from './act-button.tsx'

type SubmitProps = Pick<ComponentProps<typeof ActButton>, 'act' | 'kind' | 'disabled' | 'children'>

/** Sends the form. */
export const SubmitButton = (props: SubmitProps): ReactNode => (
  <ActButton {...props} type="submit" />
)
