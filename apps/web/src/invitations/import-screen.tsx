import { KenProblem } from '@ken/client'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { durationInWords, numberInWords } from '../language/words.ts'
import { useDraft, useHeld } from '../session/kept/use-draft.ts'
import { useProfile } from '../session/use-profile.ts'
import { useSession } from '../session/use-session.ts'
import { ActButton } from '../ui/acts/act-button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Page } from '../ui/page/page.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { useAct, type Act } from '../ui/acts/use-act.ts'
import { useStaysHere } from '../ui/acts/use-stays-here.ts'
import { invitationsPath, useForgetInvitations } from './invitations.ts'
import { ListFields } from './list-fields.tsx'
import { invitationMessages } from './messages.ts'
import { Rehearsal, type Imported } from './rehearsal.tsx'
import '../ui/fields/import.css'

type Chosen = { readonly csv: string; readonly outcome: Imported }

/** Takes a list of people, once email is configured. */
export function ImportScreen(): ReactNode {
  const messages = useMessages(invitationMessages)
  const profile = useProfile().data
  const back = (
    <p>
      <Link to="/admin/invitations">{messages.invitations}</Link>
    </p>
  )
  return (
    <Page title={messages.import} lead={messages.importLead} above={back}>
      {profile?.features.mail === false ? (
        <Notice kind="caution">{messages.mailMissing}</Notice>
      ) : (
        <ListImport />
      )}
    </Page>
  )
}

/** Checks a list first, then invites the people on it. */
function ListImport(): ReactNode {
  const { client } = useSession()
  const navigate = useNavigate()
  const staysHere = useStaysHere()
  const forget = useForgetInvitations()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [text, keepText, dropText] = useDraft('imported list', '')
  const leave = useHeld(chosen !== null)
  const send = (csv: string, dryRun: boolean, signal: AbortSignal) =>
    client.request<Imported>(`${invitationsPath}/import?dry_run=${dryRun}`, {
      method: 'POST',
      signal,
      body: csv,
      headers: { 'content-type': 'text/csv' },
    })
  const rehearse = useAct(
    async (csv: string, signal) => ({ csv, outcome: await send(csv, true, signal) }),
    setChosen,
  )
  const run = useAct(
    (csv: string, signal) => send(csv, false, signal),
    ({ id }) => {
      forget()
      dropText()
      leave()
      if (staysHere())
        void navigate({ to: '/admin/invitations/imports/$id', params: { id: id ?? '' } })
    },
  )
  return (
    <>
      <ListFields
        check={rehearse}
        isSending={run.isBusy}
        text={text}
        onChange={keepText}
        onOther={() => {
          rehearse.cancel()
          run.clear()
          setChosen(null)
        }}
        onList={rehearse.run}
      />
      {rehearse.error !== null && <ListProblem error={rehearse.error} />}
      {chosen !== null && (
        <>
          <Rehearsal csv={chosen.csv} outcome={chosen.outcome} />
          {run.error !== null && <ListProblem error={run.error} />}
          <Send outcome={chosen.outcome} act={run} onSend={() => run.run(chosen.csv)} />
        </>
      )}
    </>
  )
}

type SendProps = {
  readonly outcome: Imported
  readonly act: Pick<Act<string>, 'isBusy' | 'error'>
  readonly onSend: () => void
}

/** Sends the invitations. How long that takes depends on the pace that is set on the server. */
function Send({ outcome, act, onSend }: SendProps): ReactNode {
  const messages = useMessages(invitationMessages)
  const language = useLanguage()
  const { created } = outcome.counts
  return (
    <div className="import-section">
      <p>
        {created === 0
          ? messages.noOneNew
          : outcome.delivery_seconds !== null &&
            messages.delivery(durationInWords(outcome.delivery_seconds, language))}
      </p>
      <div>
        <ActButton act={act} disabled={created === 0} onClick={onSend}>
          {messages.importPeople(created, numberInWords(created, language))}
        </ActButton>
      </div>
    </div>
  )
}

const shownMax = 20

/** The lines for which the server refused the whole list. If it names none, the list has too many lines. */
function ListProblem({ error }: { readonly error: unknown }): ReactNode {
  const messages = useMessages(invitationMessages)
  const errors = error instanceof KenProblem ? error.errors : []
  if (errors.length === 0 && error instanceof KenProblem && error.code === 'INVALID_REQUEST')
    return (
      <Notice kind="fault" role="alert">
        {messages.tooManyLines}
      </Notice>
    )
  if (errors.length === 0) return <Problem error={error} />
  return (
    <Notice kind="fault" role="alert">
      <p>{messages.listRefused}</p>
      <ul>
        {errors.slice(0, shownMax).map(({ pointer, detail }) => (
          <li key={pointer}>
            {messages.listFault(
              pointer.replace(/^#\/?/, ''),
              detail,
              error instanceof KenProblem && error.status === 403,
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
