import { KenProblem, type User } from '@ken/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { NotFoundScreen } from '../frame/not-found-screen.tsx'
import { Standalone } from '../frame/standalone.tsx'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import type { SignInProgress } from '../session/kept/sign-in-memory.ts'
import { useSignIn } from '../session/use-sign-in.ts'
import { useAct } from '../ui/acts/use-act.ts'
import { AccountForm, type NewAccountFields } from './account-form.tsx'
import { LinkNotice } from './link-notice.tsx'
import { signInMessages } from './messages.ts'
import { ReadyStage } from './stages/ready-stage.tsx'
import { Stages, stageOf } from './stages/stages.tsx'

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
  const [progress, keep] = useSignIn()
  const [ready, setReady] = useState<User | null>(null)
  const [next, setNext] = useState<string | null>(null)
  const act = useAct(
    ({ name, ...fields }: NewAccountFields) =>
      client.setUp({ ...fields, ...(name.trim() !== '' && { name }) }),
    (account) => {
      queryClient.removeQueries({ queryKey: ['sign-in'] })
      if (account.status === 'signed_in') setReady(account.user)
      else keep({ ...stageOf(account), email: account.user.email, name: null, position: 2 })
    },
  )
  const startAgain = (over: SignInProgress['over']) => {
    keep({ stage: null, over })
    setNext('/')
  }
  if (next !== null) return <Navigate to={next} replace />
  if (ready !== null) {
    const leadTo = (path: string) => () => {
      enter(ready)
      setNext(path)
    }
    return (
      <ReadyStage
        hasEmail={options.data?.forgot_password === true}
        onDone={leadTo('/')}
        onImport={leadTo('/admin/knowledge/import')}
      />
    )
  }
  if (progress.stage !== null)
    return (
      <Stages
        progress={progress}
        onProgress={keep}
        onSignedIn={setReady}
        onOver={startAgain}
        onCancel={() => startAgain(null)}
      />
    )
  if (act.error instanceof KenProblem && act.error.code === 'NOT_FOUND')
    return <LinkNotice title={messages.setupTitle} text={messages.setupTaken} />
  if (options.data?.setup_needed === false)
    return progress.over === null ? <NotFoundScreen /> : <Navigate to="/" replace />
  return (
    <AccountForm
      title={messages.setupTitle}
      lead={messages.setupLead}
      button={messages.createOwner}
      nameLabel={messages.nameOptional}
      isNameRequired={false}
      // An authenticator app and the recovery codes follow: a new Ken requires them of Owners.
      position={{ at: 1, of: 3 }}
      typed={{ name: progress.name ?? '', email: progress.email }}
      onTyped={keep}
      act={act}
    />
  )
}
