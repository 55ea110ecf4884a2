import { useState, type ComponentProps, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { Field } from './field.tsx'
import { Eye, EyeOff } from '../buttons/icons.ts'
import { uiMessages } from '../messages.ts'
import './password-field.css'

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'after' | 'type'> & {
  readonly autoComplete: 'current-password' | 'new-password'
}

/** A password, hidden unless its person wants to see it. */
export function PasswordField(props: PasswordFieldProps): ReactNode {
  const messages = useMessages(uiMessages)
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
      after={
        <button
          type="button"
          className="password-toggle"
          aria-pressed={isShown}
          aria-label={messages.showPassword}
          title={isShown ? messages.hidePassword : messages.showPassword}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </button>
      }
    />
  )
}
