import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { BatchDialog } from '../list/batch-dialog.tsx'
import { useDraft } from '../session/kept/use-draft.ts'
import { useSession } from '../session/use-session.ts'
import { useToast } from '../ui/page/use-toast.ts'
import { GroupPicker } from '../list/group-picker.tsx'
import { peopleMessages } from './messages.ts'
import { useForgetPeople, type Person } from './people.ts'

type AddToGroupProps = {
  readonly people: readonly Person[]
  readonly onDone: (left: readonly Person[]) => void
  readonly onClose: () => void
}

/** Adds selected people to a group. */
export function AddToGroup({ people, onDone, onClose }: AddToGroupProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(peopleMessages)
  const language = useLanguage()
  const forgetPeople = useForgetPeople()
  const toast = useToast()
  const [group, keepGroup, dropDraft] = useDraft('group', '')
  const whom = messages.total(people.length, numberInWords(people.length, language))
  return (
    <BatchDialog
      title={messages.addToGroupTitle(whom)}
      act={messages.addToGroup}
      items={people}
      titleOf={({ name, email }) => `${name} (${email})`}
      run={({ id }) =>
        client.request(`/api/v1/admin/groups/${group}/members/${id}`, { method: 'PUT' })
      }
      isReady={group !== ''}
      isEnding={false}
      onDone={(failed) => {
        forgetPeople()
        onDone(failed)
        if (failed.length > 0) return
        dropDraft()
        toast({ text: messages.addedToGroup(whom, group) })
        onClose()
      }}
      onClose={onClose}
    >
      <p>{messages.groupConsequence}</p>
      <GroupPicker label={messages.group} onPick={keepGroup} />
      {group !== '' && <p role="status">{messages.chosenGroup(group)}</p>}
    </BatchDialog>
  )
}
