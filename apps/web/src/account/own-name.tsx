import { KenProblem, type User } from '@ken/client'
import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useChangeProfile } from '../session/use-profile.ts'
import { useDraft } from '../session/kept/use-draft.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { SubmitButton } from '../ui/acts/submit-button.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { useFocus } from '../ui/page/use-focus.ts'
import { accountMessages } from './messages.ts'
import './own-name.css'

/** Stable, so that it runs once, when the button is there again. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus()

/** The person's name, which they can change. */
export function OwnName({ name }: { readonly name: string }): ReactNode {
  const messages = useMessages(accountMessages)
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched')
  if (state === 'open') return <NameForm name={name} onClose={() => setState('closed')} />
  return (
    <div className="own-name">
      {name}
      <Button
        kind="link"
        ref={state === 'closed' ? takeFocus : undefined}
        onClick={() => setState('open')}
      >
        {messages.changeName}
      </Button>
    </div>
  )
}

type NameFormProps = { readonly name: string; readonly onClose: () => void }

function NameForm({ name, onClose }: NameFormProps): ReactNode {
  const { client, enter, state } = useSession()
  const messages = useMessages(accountMessages)
  const [typed, keepTyped, dropDraft] = useDraft('own name', name)
  const input = useFocus<HTMLInputElement>()
  const changeProfile = useChangeProfile()
  const close = () => {
    dropDraft()
    onClose()
  }
  const act = useAct(
    () => client.request<User>('/api/v1/me/name', { method: 'PUT', json: { name: typed } }),
    (user) => {
      changeProfile(user)
      // The frame shows the name, too, unless the session has ended.
      if (state().kind === 'signed_in') enter(user)
      close()
    },
  )
  const isInvalid = act.error instanceof KenProblem && act.error.code === 'INVALID_REQUEST'
  return (
    <form
      className="own-name-form"
      aria-label={messages.changeName}
      onSubmit={(event) => {
        event.preventDefault()
        act.run(undefined)
      }}
    >
      {act.error !== null && !isInvalid && <Problem error={act.error} />}
      <Field
        label={messages.newName}
        name="name"
        autoComplete="name"
        required
        inputRef={input}
        value={typed}
        fault={isInvalid ? messages.nameInvalid : undefined}
        onChange={({ target }) => keepTyped(target.value)}
      />
      <div className="own-name-acts">
        <SubmitButton act={act}>{messages.saveName}</SubmitButton>
        <Button kind="link" onClick={close}>
          {messages.cancel}
        </Button>
      </div>
    </form>
  )
}
