import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { BatchDialog } from '../list/batch-dialog.tsx'
import { useSession } from '../session/use-session.ts'
import { useToast } from '../ui/page/use-toast.ts'
import {
  faultOf,
  invitationsPath,
  useForgetInvitations,
  type Invitation,
  type State,
} from './invitations.ts'
import { invitationMessages } from './messages.ts'

/** What can be done to an invitation. */
export type InvitationAct = 'resend' | 'revoke'

const possibleIn: { readonly [Act in InvitationAct]: readonly State[] } = {
  resend: ['queued', 'sent', 'failed', 'expired'],
  revoke: ['queued', 'sent', 'failed', 'expired'],
}

export const isPossible = (act: InvitationAct, { state }: Invitation): boolean =>
  possibleIn[act].includes(state)

type ManyInvitationsProps = {
  readonly act: InvitationAct
  readonly invitations: readonly Invitation[]
  readonly onDone: (left: readonly Invitation[]) => void
  readonly onClose: () => void
}

/** Asks before one or more invitations are sent again or revoked. */
export function ManyInvitations(props: ManyInvitationsProps): ReactNode {
  const { act, invitations, onDone, onClose } = props
  const { client } = useSession()
  const messages = useMessages(invitationMessages)
  const language = useLanguage()
  const forget = useForgetInvitations()
  const toast = useToast()
  const words = messages.acts[act]
  const possible = invitations.filter((invitation) => isPossible(act, invitation))
  const left = invitations.length - possible.length
  const first = possible[0]
  const whom =
    possible.length === 1 && first !== undefined
      ? first.email
      : messages.count(possible.length, numberInWords(possible.length, language))
  return (
    <BatchDialog
      title={words.title(whom)}
      act={words.name}
      items={possible}
      titleOf={({ email }) => email}
      run={({ id }) => client.request(`${invitationsPath}/${id}/${act}`, { method: 'POST' })}
      faultOf={(error) => faultOf(error, messages)}
      isReady={possible.length > 0}
      isEnding={act === 'revoke'}
      onDone={(failed) => {
        forget()
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
