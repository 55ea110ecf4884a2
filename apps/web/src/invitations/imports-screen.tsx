import { Link } from '@tanstack/react-router'
import { useCallback, type ReactNode } from 'react'
import { NeedsEmail } from '../inviting/ways-to-invite.tsx'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { ListView } from '../list/list-view.tsx'
import { useList } from '../list/use-list.ts'
import { LongText } from '../ui/display/long-text.tsx'
import { Moment } from '../ui/time/moment.tsx'
import { Page } from '../ui/page/page.tsx'
import { ImportCounts } from './import-counts.tsx'
import { progressOf } from './import-progress.ts'
import { area, invitationsPath, type ListedImport } from './invitations.ts'
import { invitationMessages } from './messages.ts'
import { Who } from './who.tsx'
import '../ui/fields/import.css'

/** All lists that were imported, by whom, and how far their sending is. */
export function ImportsScreen(): ReactNode {
  const messages = useMessages(invitationMessages)
  const list = useList<ListedImport>({
    area,
    path: `${invitationsPath}/imports`,
    filters: {},
    isChanging: ({ progress }) => progress.queued > 0,
  })
  const row = useCallback(
    (imported: ListedImport) => ({
      title: imported.created_at,
      head: (
        <Link to="/admin/invitations/imports/$id" params={{ id: imported.id }}>
          <Moment value={imported.created_at} />
        </Link>
      ),
      cells: [
        <LongText key="who">
          <Who id={imported.imported_by} account={imported.importer} />
        </LongText>,
        <ImportCounts key="lines" counts={imported.counts} />,
        <Sending key="sending" imported={imported} />,
      ],
    }),
    [],
  )
  return (
    <Page
      title={messages.imports}
      lead={messages.importsLead}
      above={
        <p>
          <Link to="/admin/invitations">{messages.invitations}</Link>
        </p>
      }
      acts={
        <NeedsEmail act={messages.import}>
          <Link className="button" data-kind="primary" to="/admin/invitations/import">
            {messages.import}
          </Link>
        </NeedsEmail>
      }
    >
      <ListView
        label={messages.imports}
        columns={[messages.imported, messages.importedBy, messages.lines, messages.sending]}
        list={list}
        order={messages.newestFirst}
        empty={<p>{messages.noImports}</p>}
        keyOf={({ id }) => id}
        row={row}
      />
    </Page>
  )
}

function Sending({ imported }: { readonly imported: ListedImport }): ReactNode {
  const messages = useMessages(invitationMessages)
  const language = useLanguage()
  const { done, all } = progressOf(imported.progress)
  const { failed } = imported.progress
  const written = (count: number) => numberInWords(count, language)
  return (
    <>
      {messages.progressOf(written(done), written(all))}
      {failed > 0 && <span className="list-detail">{messages.failed(written(failed))}</span>}
    </>
  )
}
