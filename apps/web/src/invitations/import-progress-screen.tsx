import { KenProblem } from '@ken/client'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useCallback, type ReactNode } from 'react'
import { NotFoundScreen } from '../frame/not-found-screen.tsx'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { durationInWords, numberInWords } from '../language/words.ts'
import type { Contract } from '../contract/contract.ts'
import { FilterBar } from '../list/filter-bar.tsx'
import { ListView } from '../list/list-view.tsx'
import { SelectFilter } from '../list/select-filter.tsx'
import { useFilters } from '../list/use-filters.ts'
import { useList } from '../list/use-list.ts'
import { useSession } from '../session/use-session.ts'
import { ActButton } from '../ui/acts/act-button.tsx'
import { LongText } from '../ui/display/long-text.tsx'
import { Moment } from '../ui/time/moment.tsx'
import { Page } from '../ui/page/page.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { useToast } from '../ui/page/use-toast.ts'
import { useAct } from '../ui/acts/use-act.ts'
import { ImportCounts, verdicts, type Line } from './import-counts.tsx'
import { progressOf } from './import-progress.ts'
import { area, invitationsPath, states, useForgetInvitations } from './invitations.ts'
import { invitationMessages } from './messages.ts'
import { Who } from './who.tsx'
import '../ui/fields/import.css'

type Import = Contract['InvitationImport']

const pollMs = 5_000

/** How far the sending of an import is, and the outcome of each line. Survives a reload. */
export function ImportProgressScreen(): ReactNode {
  const { id = '' }: { readonly id?: string } = useParams({ strict: false })
  const { client } = useSession()
  const messages = useMessages(invitationMessages)
  const path = `${invitationsPath}/imports/${encodeURIComponent(id)}`
  const { data, error, refetch } = useQuery({
    queryKey: [area, 'import', id],
    queryFn: () => client.request<Import>(path),
    refetchInterval: ({ state }) => ((state.data?.progress.queued ?? 0) > 0 ? pollMs : false),
  })
  if (error instanceof KenProblem && error.status === 404) return <NotFoundScreen />
  const back = (
    <p>
      <Link to="/admin/invitations/imports">{messages.imports}</Link>
    </p>
  )
  return (
    <Page title={messages.progressTitle} lead={messages.progressLead} above={back}>
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {data !== undefined && <Progress imported={data} path={path} />}
      <Lines path={path} />
    </Page>
  )
}

type ProgressProps = { readonly imported: Import; readonly path: string }

function Progress({ imported, path }: ProgressProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(invitationMessages)
  const language = useLanguage()
  const forget = useForgetInvitations()
  const toast = useToast()
  const { counts, progress, id } = imported
  const { done, all } = progressOf(progress)
  const written = (count: number) => numberInWords(count, language)
  const text = messages.progressOf(written(done), written(all))
  const resend = useAct(
    () => client.request<{ readonly resent: number }>(`${path}/resend-failed`, { method: 'POST' }),
    ({ resent }) => {
      forget()
      toast({ text: messages.resent(written(resent)) })
    },
  )
  return (
    <section className="import-section">
      <progress aria-label={text} value={done} max={Math.max(1, all)} />
      <p role="status">{text}</p>
      <p>
        {messages.importedBy}: <Who id={imported.imported_by} account={imported.importer} />
        {', '}
        <Moment value={imported.created_at} />
      </p>
      {progress.queued > 0 && imported.delivery_seconds !== null && (
        <p>{messages.deliveryLeft(durationInWords(imported.delivery_seconds, language))}</p>
      )}
      <ul role="list" className="import-counts">
        {states
          .filter((state) => progress[state] > 0)
          .map((state) => (
            <li key={state}>
              <Link to="/admin/invitations" search={{ import_id: id, state }}>
                {messages.states[state]}: {written(progress[state])}
              </Link>
            </li>
          ))}
      </ul>
      {progress.failed > 0 && (
        <div>
          <ActButton kind="secondary" act={resend} onClick={() => resend.run(undefined)}>
            {messages.resendFailed(written(progress.failed))}
          </ActButton>
        </div>
      )}
      {resend.error !== null && <Problem error={resend.error} />}
      <ImportCounts counts={counts} />
    </section>
  )
}

function Lines({ path }: { readonly path: string }): ReactNode {
  const messages = useMessages(invitationMessages)
  const language = useLanguage()
  const filters = useFilters({ verdict: verdicts })
  const list = useList<Line>({ area, path: `${path}/lines`, filters: filters.values })
  const row = useCallback(
    ({ line, email, verdict, fault }: Line) => ({
      title: messages.numbered(numberInWords(line, language)),
      head: line,
      cells: [
        <LongText key="email">{email ?? '–'}</LongText>,
        messages.verdicts[verdict],
        fault !== null && <LongText key="fault">{messages.faults[fault]}</LongText>,
      ],
    }),
    [messages, language],
  )
  return (
    <>
      <FilterBar filters={filters}>
        <SelectFilter
          filters={filters}
          name="verdict"
          label={messages.verdict}
          options={messages.verdicts}
        />
      </FilterBar>
      <ListView
        label={messages.lines}
        columns={[messages.line, messages.address, messages.verdict, messages.fault]}
        list={list}
        filters={filters}
        order={messages.byLine}
        empty={<p>{messages.noLines}</p>}
        keyOf={({ line }) => String(line)}
        row={row}
      />
    </>
  )
}
