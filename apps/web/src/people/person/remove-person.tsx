import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { useSession } from '../../session/use-session.ts'
import { Confirm } from '../../ui/acts/confirm.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { uiMessages } from '../../ui/messages.ts'
import { Problem } from '../../ui/refusals/problem.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { useToast } from '../../ui/page/use-toast.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { useStaysHere } from '../../ui/acts/use-stays-here.ts'
import { peopleMessages } from '../messages.ts'
import { area, peoplePath } from '../people.ts'
import { KeyLines } from './person-keys.tsx'
import { useRemovalPreview, type PersonCard, type RemovalPreview } from './use-person.ts'

type Removal = 'deactivate' | 'delete'

type RemovePersonProps = {
  readonly act: Removal
  readonly person: PersonCard
  readonly onClose: () => void
}

const requests = {
  deactivate: { path: '/deactivate', method: 'POST' },
  delete: { path: '', method: 'DELETE' },
} as const

/** Lists what ends, then deactivates or deletes. A deletion wants the address typed. */
export function RemovePerson({ act, person, onClose }: RemovePersonProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(peopleMessages)
  const ui = useMessages(uiMessages)
  const queryClient = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  const staysHere = useStaysHere()
  const preview = useRemovalPreview(person.id, act === 'delete' ? 'deletion' : 'deactivation')
  const [typed, setTyped] = useState('')
  const { path, method } = requests[act]
  const run = useAct(
    () => client.request(`${peoplePath}/${person.id}${path}`, { method }),
    () => {
      toast({ text: messages.removed[act](person.name) })
      onClose()
      // A person who is gone is not read again; the list is, when it opens.
      const refetchType = act === 'delete' ? 'none' : 'active'
      void queryClient.invalidateQueries({ queryKey: [area], refetchType })
      if (act === 'delete' && staysHere()) void navigate({ to: '/admin/people' })
    },
  )
  const isSure = act === 'deactivate' || typed.trim() === person.email
  return (
    <Confirm
      title={messages.removeTitle[act](person.name)}
      cancel={ui.cancel}
      act={messages.actNames[act]}
      isBusy={run.isBusy}
      error={run.error}
      isReady={preview.data?.refusal === null && isSure}
      onCancel={onClose}
      onAct={() => run.run(undefined)}
    >
      {preview.isPending && <Skeleton rows={1} label={ui.loading} />}
      {preview.error !== null && (
        <Problem error={preview.error} onTryAgain={() => void preview.refetch()} />
      )}
      {preview.data !== undefined && <Consequences act={act} preview={preview.data} />}
      {act === 'delete' && (
        <Field
          label={messages.typeAddress(person.email)}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {preview.data !== undefined && <EndingKeys preview={preview.data} />}
      {run.error !== null && <Problem error={run.error} />}
    </Confirm>
  )
}

type ConsequencesProps = { readonly act: Removal; readonly preview: RemovalPreview }

function Consequences({ act, preview }: ConsequencesProps): ReactNode {
  const messages = useMessages(peopleMessages)
  const lines = []
  if (preview.sessions > 0)
    lines.push(messages.endSessionCount(preview.sessions), messages.openPages)
  if (preview.keys_total > 0) lines.push(messages.endKeyCount(preview.keys_total))
  if (preview.agents > 0) lines.push(messages.stopAgentCount(preview.agents))
  if (preview.owner_invitations > 0)
    lines.push(messages.endInvitationCount(preview.owner_invitations))
  if (act === 'delete' && preview.identities + preview.groups > 0)
    lines.push(messages.removeLinks(preview.identities, preview.groups))
  return (
    <>
      {preview.refusal !== null && <p>{messages.refusals[preview.refusal]}</p>}
      {lines.length === 0 ? (
        <p>{messages.nothingEnds}</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p>{messages.stays[act]}</p>
    </>
  )
}

/** The keys that end by name, after everything that must be seen: the list may be longer than the screen. */
function EndingKeys({ preview }: Pick<ConsequencesProps, 'preview'>): ReactNode {
  const messages = useMessages(peopleMessages)
  const more = preview.keys_total - preview.keys.length
  return (
    <>
      <KeyLines keys={preview.keys} />
      {more > 0 && <p className="person-quiet">{messages.moreKeys(more)}</p>}
    </>
  )
}
