import { KenProblem } from '@ken/client'
import { useRef, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useDraft } from '../session/kept/use-draft.ts'
import { useSession } from '../session/use-session.ts'
import { Field } from '../ui/fields/field.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { SubmitButton } from '../ui/acts/submit-button.tsx'
import { useToast } from '../ui/page/use-toast.ts'
import { useAct } from '../ui/acts/use-act.ts'
import { groupsPath, useForgetGroups } from './groups.ts'
import { groupMessages } from './messages.ts'
import './new-group.css'

const slugPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Creates a group. The rules of its name show as it is typed. */
export function NewGroup(): ReactNode {
  const { client } = useSession()
  const messages = useMessages(groupMessages)
  const forgetGroups = useForgetGroups()
  const toast = useToast()
  const [typed, keepTyped, dropDraft] = useDraft('new group', '')
  const input = useRef<HTMLInputElement>(null)
  const slug = typed.trim()
  const act = useAct(
    () => client.request(groupsPath, { method: 'POST', json: { slug } }),
    () => {
      dropDraft()
      keepTyped('')
      forgetGroups()
      toast({ text: messages.groupCreated(slug) })
    },
  )
  const status = act.error instanceof KenProblem ? act.error.status : null
  const isInvalid = status === 400 || (typed !== '' && !slugPattern.test(slug))
  const fault = isInvalid ? messages.slugInvalid : undefined
  return (
    <form
      className="new-group"
      onSubmit={(event) => {
        event.preventDefault()
        if (isInvalid) input.current?.focus()
        else act.run(undefined)
      }}
    >
      <Field
        label={messages.newGroup}
        hint={messages.newGroupHint}
        name="slug"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputRef={input}
        value={typed}
        fault={status === 409 ? messages.groupExists : fault}
        onChange={({ target }) => {
          act.clear()
          keepTyped(target.value)
        }}
      />
      <SubmitButton act={act}>{messages.create}</SubmitButton>
      {act.error !== null && status !== 409 && status !== 400 && <Problem error={act.error} />}
    </form>
  )
}
