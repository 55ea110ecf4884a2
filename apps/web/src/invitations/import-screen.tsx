import { KenProblem } from '@ken/client'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAct } from '../ui/use-act.ts'
import { invitationsPath, useForgetInvitations } from './invitations.ts'
import { invitationMessages } from './messages.ts'
import { Rehearsal, type Imported } from './rehearsal.tsx'
import './import-screen.css'

type Chosen = { readonly csv: string; readonly outcome: Imported }

/** Checks a list first, then invites the people on it. */
export function ImportScreen(): ReactNode {
  const { client } = useSession()
  const messages = useMessages(invitationMessages)
  const navigate = useNavigate()
  const forget = useForgetInvitations()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const send = (csv: string, dryRun: boolean) =>
    client.request<Imported>(`${invitationsPath}/import?dry_run=${dryRun}`, {
      method: 'POST',
      body: csv,
      headers: { 'content-type': 'text/csv' },
    })
  const rehearse = useAct(async (file: File) => {
    const csv = await file.text()
    return { csv, outcome: await send(csv, true) }
  }, setChosen)
  const run = useAct(
    (csv: string) => send(csv, false),
    ({ id }) => {
      forget()
      void navigate({ to: '/admin/invitations/imports/$id', params: { id: id ?? '' } })
    },
  )
  const back = (
    <p>
      <Link to="/admin/invitations">{messages.invitations}</Link>
    </p>
  )
  return (
    <Page title={messages.import} lead={messages.importLead} above={back}>
      <FileField
        onFile={(file) => {
          setChosen(null)
          rehearse.run(file)
        }}
      />
      {rehearse.error !== null && <ListProblem error={rehearse.error} />}
      {chosen !== null && (
        <>
          <Rehearsal csv={chosen.csv} outcome={chosen.outcome} />
          {run.error !== null && <ListProblem error={run.error} />}
          <Send
            count={chosen.outcome.counts.created}
            isBusy={run.isBusy}
            onSend={() => run.run(chosen.csv)}
          />
        </>
      )}
    </Page>
  )
}

type SendProps = {
  readonly count: number
  readonly isBusy: boolean
  readonly onSend: () => void
}

function Send({ count, isBusy, onSend }: SendProps): ReactNode {
  const messages = useMessages(invitationMessages)
  const language = useLanguage()
  return (
    <div>
      <Button isBusy={isBusy} disabled={count === 0} onClick={onSend}>
        {messages.importPeople(numberInWords(count, language))}
      </Button>
    </div>
  )
}

function FileField({ onFile }: { readonly onFile: (file: File) => void }): ReactNode {
  const messages = useMessages(invitationMessages)
  return (
    <label className="import-file">
      <span className="import-label">{messages.file}</span>
      <input
        type="file"
        accept=".csv,text/csv"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file !== undefined) onFile(file)
          // The same file can be chosen again once it is corrected.
          target.value = ''
        }}
      />
    </label>
  )
}

const shownMax = 20

/** The lines for which the server refused the whole list. */
function ListProblem({ error }: { readonly error: unknown }): ReactNode {
  const messages = useMessages(invitationMessages)
  const errors = error instanceof KenProblem ? error.errors : []
  if (errors.length === 0) return <Problem error={error} />
  return (
    <Notice kind="fault" role="alert">
      <p>{messages.listRefused}</p>
      <ul>
        {errors.slice(0, shownMax).map(({ pointer, detail }) => (
          <li key={pointer}>{messages.atLine(pointer.replace(/^#\/?/, ''), detail)}</li>
        ))}
      </ul>
    </Notice>
  )
}
