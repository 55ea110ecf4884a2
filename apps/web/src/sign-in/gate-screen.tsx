import { KenProblem, type User } from '@ken/client'
import { useState, type ReactNode } from 'react'
import { useUnstoredCodes } from '../credentials/use-unstored-codes.ts'
import { useMessages } from '../language/use-messages.ts'
import type { Gate } from '../session/session.ts'
import { useSession } from '../session/use-session.ts'
import { EnrolmentStage } from './stages/enrolment-stage.tsx'
import { GatePassword } from './gate-password.tsx'
import { signInMessages } from './messages.ts'
import { RecoveryCodesStage } from './stages/recovery-codes-stage.tsx'

const position = { at: 1, of: 2 }

/** A step that became necessary in the middle of a session; the screen returns after it. */
export function GateScreen({
  gate,
  user,
}: {
  readonly gate: Gate
  readonly user: User
}): ReactNode {
  const { client, enter, signOut } = useSession()
  const messages = useMessages(signInMessages)
  const { keepStored, receive } = useUnstoredCodes()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (gate === 'password_change')
    return <GatePassword email={user.email} onDone={() => enter(user)} onCancel={signOut} />
  if (codes !== null)
    return (
      <RecoveryCodesStage
        codes={codes}
        email={user.email}
        position={{ at: 2, of: 2 }}
        onDone={() => enter(user)}
      />
    )
  return (
    <EnrolmentStage
      email={user.email}
      position={position}
      lead={messages.gateEnrolLead}
      // A session lasts longer than this step.
      deadline={Infinity}
      start={client.mfa.enrol}
      confirm={async (code) => {
        try {
          return await receive(client.mfa.confirm({ code }))
        } catch (failure) {
          // It is on already if the response to an earlier code was lost.
          if (failure instanceof KenProblem && failure.status === 409) enter(user)
          throw failure
        }
      }}
      onConfirmed={({ recovery_codes }) => {
        keepStored(false)
        setCodes(recovery_codes)
      }}
      onOver={signOut}
      onCancel={signOut}
    />
  )
}
