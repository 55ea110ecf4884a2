import { useState, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { useSession } from '../session/use-session.ts'
import { Confirm } from '../ui/acts/confirm.tsx'
import { Field } from '../ui/fields/field.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Problem } from '../ui/refusals/problem.tsx'
import { useToast } from '../ui/page/use-toast.ts'
import { useAct } from '../ui/acts/use-act.ts'
import { groupsPath, useForgetGroups, type Group } from './groups.ts'
import { groupMessages } from './messages.ts'

type DeleteGroupProps = { readonly group: Group; readonly onClose: () => void }

/** Deletes a group that no document names; else it says how many do. */
export function DeleteGroup({ group, onClose }: DeleteGroupProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(groupMessages)
  const ui = useMessages(uiMessages)
  const language = useLanguage()
  const forgetGroups = useForgetGroups()
  const toast = useToast()
  const [typed, setTyped] = useState('')
  const { slug } = group
  const isFree = group.document_count === 0
  const act = useAct(
    () => client.request(`${groupsPath}/${slug}`, { method: 'DELETE' }),
    () => {
      forgetGroups()
      toast({ text: messages.deleted(slug) })
      onClose()
    },
  )
  return (
    <Confirm
      title={messages.deleteTitle(slug)}
      cancel={ui.cancel}
      act={messages.delete}
      isBusy={act.isBusy}
      error={act.error}
      isReady={isFree && typed.trim() === slug}
      onCancel={onClose}
      onAct={() => act.run(undefined)}
    >
      {isFree ? (
        <>
          <p>{messages.deleteText(numberInWords(group.member_count, language))}</p>
          <Field
            label={messages.typeName(slug)}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </>
      ) : (
        <p>{messages.inUse(slug, numberInWords(group.document_count, language))}</p>
      )}
      {act.error !== null && <Problem error={act.error} />}
    </Confirm>
  )
}
