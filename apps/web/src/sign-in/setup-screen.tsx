import { KenProblem, type NewAccount, type NextStage } from '@ken/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { NotFoundScreen } from '../frame/not-found-screen.tsx'
import { Standalone } from '../frame/standalone.tsx'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { useAct } from '../ui/use-act.ts'
import { AccountForm, type NewAccountFields } from './account-form.tsx'
import { LinkNotice } from './link-notice.tsx'
import { signInMessages } from './messages.ts'
import { ReadyStage } from './ready-stage.tsx'
import { Stages } from './stages.tsx'

/** The first launch: creates the first Owner, then shows what makes Ken useful. */
export function SetupScreen(): ReactNode {
  return (
    <Standalone>
      <Setup />
    </Standalone>
  )
}

function Setup(): ReactNode {
  const { client, enter } = useSession()
  const messages = useMessages(signInMessages)
  const options = useQuery({ queryKey: ['sign-in', 'options'], queryFn: client.options })
  const queryClient = useQueryClient()
  const [created, setCreated] = useState<NewAccount | null>(null)
  const [isReady, setReady] = useState(false)
  const [next, setNext] = useState<string | null>(null)
  const act = useAct(
    ({ name, ...fields }: NewAccountFields) =>
      client.setUp({ ...fields, ...(name.trim() !== '' && { name }) }),
    (account) => {
      setCreated(account)
      queryClient.removeQueries({ queryKey: ['sign-in'] })
      if (account.status === 'signed_in') setReady(true)
    },
  )
  if (next !== null) return <Navigate to={next} replace />
  if (created !== null && isReady) {
    const leadTo = (path: string) => () => {
      enter(created.user)
      setNext(path)
    }
    return <ReadyStage onDone={leadTo('/')} onImport={leadTo('/admin/knowledge/import')} />
  }
  if (created !== null)
    return (
      <Stages
        // Its status was compared above; the compiler does not connect the two states.
        first={created as NextStage}
        position={2}
        email={created.user.email}
        onSignedIn={() => setReady(true)}
        onOver={() => setNext('/')}
        onCancel={() => setNext('/')}
      />
    )
  if (act.error instanceof KenProblem && act.error.code === 'NOT_FOUND')
    return <LinkNotice title={messages.setupTitle} text={messages.setupTaken} />
  if (options.data?.setup_needed === false) return <NotFoundScreen />
  return (
    <AccountForm
      title={messages.setupTitle}
      lead={messages.setupLead}
      button={messages.createOwner}
      nameLabel={messages.nameOptional}
      isNameRequired={false}
      act={act}
    />
  )
}
