import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { BatchDialog } from '../list/batch-dialog.tsx'
import { useSession } from '../session/use-session.ts'
import { useToast } from '../ui/page/use-toast.ts'
import { peopleMessages } from './messages.ts'
import { peoplePath, useForgetPeople, type Person } from './people.ts'

/** The acts that can be done to many people at once. */
export type ManyAct = 'end_sessions' | 'deactivate' | 'reactivate'

const paths: { readonly [Name in ManyAct]: string } = {
  end_sessions: 'end-sessions',
  deactivate: 'deactivate',
  reactivate: 'reactivate',
}

type ManyPeopleProps = {
  readonly act: ManyAct
  readonly people: readonly Person[]
  readonly onDone: (left: readonly Person[]) => void
  readonly onClose: () => void
}

/** Asks before an act on one or more people; those for whom it is not possible are left out. */
export function ManyPeople({ act, people, onDone, onClose }: ManyPeopleProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(peopleMessages)
  const language = useLanguage()
  const forgetPeople = useForgetPeople()
  const toast = useToast()
  const words = messages.manyActs[act]
  const possible = people.filter(({ may }) => may.includes(act))
  const left = people.length - possible.length
  const first = possible[0]
  const whom =
    possible.length === 1 && first !== undefined
      ? first.name
      : messages.total(possible.length, numberInWords(possible.length, language))
  return (
    <BatchDialog
      title={words.title(whom)}
      act={words.name}
      items={possible}
      titleOf={({ name, email }) => `${name} (${email})`}
      run={({ id }) => client.request(`${peoplePath}/${id}/${paths[act]}`, { method: 'POST' })}
      isReady={possible.length > 0}
      isEnding={act !== 'reactivate'}
      onDone={(failed) => {
        forgetPeople()
        onDone(failed)
        if (failed.length > 0) return
        toast({ text: words.done(whom) })
        onClose()
      }}
      onClose={onClose}
    >
      <p>{words.text}</p>
      {left > 0 && <p>{messages.leftOut(left, numberInWords(left, language))}</p>}
    </BatchDialog>
  )
}
