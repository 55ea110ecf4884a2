import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'

/** Extensions that manage passwords have an attribute each to leave a field alone. */
const noPassword = {
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-form-type': 'other',
  'data-lpignore': 'true',
}

/**
 * A secret of another service. Browsers fill in the password of the person where `autocomplete` is `off`, and it would be
 * sent to that service; where it is `new-password`, they do not.
 */
export const TokenField = (props: ComponentProps<typeof Field>): ReactNode => (
  <Field
    {...props}
    {...noPassword}
    type="password"
    autoComplete="new-password"
    spellCheck={false}
  />
)
