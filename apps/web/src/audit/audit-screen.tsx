import { useCallback, useState, type ReactNode } from 'react'
import type { Entry } from '../audit-words/entry.ts'
import { auditWords } from '../audit-words/messages.ts'
import { actorOf } from '../audit-words/sentence.ts'
import { useSentence } from '../audit-words/use-sentence.ts'
import { useMessages } from '../language/use-messages.ts'
import type { Row } from '../list/list-table.tsx'
import { ListView } from '../list/list-view.tsx'
import { useFilters, type Filters } from '../list/use-filters.ts'
import { useList } from '../list/use-list.ts'
import { Badge } from '../ui/display/badge.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { LongText } from '../ui/display/long-text.tsx'
import { Moment } from '../ui/time/moment.tsx'
import { Page } from '../ui/page/page.tsx'
import { AuditChain } from './audit-chain.tsx'
import { AuditFilters, filterForm } from './audit-filters.tsx'
import { EntryDetails } from './entry-details.tsx'
import { area, auditPath } from './entry.ts'
import { ExportAudit } from './export-audit.tsx'
import type { Messages } from './messages.en.ts'
import { auditMessages } from './messages.ts'
import { endsBeforeStart, wireFilters } from './time-filter.ts'

/** Who did what: found by filters, each entry open in place, and exported. */
export function AuditScreen(): ReactNode {
  const messages = useMessages(auditMessages)
  const [isExporting, setExporting] = useState(false)
  const filters = useFilters(filterForm)
  const wanted = wireFilters(filters.values, new Date())
  const list = useList<Entry>({ area, path: auditPath, filters: wanted })
  const row = useEntryRow(filters.set)
  return (
    <Page
      title={messages.audit}
      lead={messages.lead}
      acts={
        <Button kind="secondary" onClick={() => setExporting(true)}>
          {messages.exportAct}
        </Button>
      }
    >
      <AuditChain />
      <AuditFilters filters={filters} />
      <ListView
        label={messages.audit}
        columns={[messages.time, messages.who, messages.what, messages.outcome]}
        list={list}
        filters={filters}
        contradiction={contradictionIn(wanted, messages)}
        order={messages.newest}
        empty={<p>{messages.empty}</p>}
        keyOf={({ id }) => id}
        row={row}
      />
      {isExporting && <ExportAudit filters={wanted} onClose={() => setExporting(false)} />}
    </Page>
  )
}

/** Why no entry can match. Each target begins with its kind. */
function contradictionIn(
  wanted: Readonly<Record<string, string>>,
  messages: Messages,
): string | undefined {
  if (endsBeforeStart(wanted)) return messages.untilBeforeFrom
  return wanted['target']?.includes(':') === false ? messages.targetWithoutKind : undefined
}

function useEntryRow(onFilter: Filters['set']): (entry: Entry) => Row {
  const sentence = useSentence()
  return useCallback(
    (entry) => ({
      title: sentence(entry),
      head: <Moment value={entry.at} />,
      cells: [
        <>
          <LongText>
            <Who entry={entry} />
          </LongText>
          {entry.actor_email !== null && <span className="list-detail">{entry.actor_email}</span>}
        </>,
        <EntryDetails entry={entry} brief={<Brief entry={entry} />} onFilter={onFilter} />,
        <Outcome entry={entry} />,
      ],
    }),
    [sentence, onFilter],
  )
}

type EntryProps = { readonly entry: Entry }

function Who({ entry }: EntryProps): ReactNode {
  const messages = useMessages(auditMessages)
  const words = useMessages(auditWords)
  return `${actorOf(entry, words)} (${messages.vias[entry.via]})`
}

function Outcome({ entry: { outcome } }: EntryProps): ReactNode {
  const messages = useMessages(auditMessages)
  return (
    <Badge kind={outcome === 'success' ? 'plain' : 'fault'}>{messages.outcomes[outcome]}</Badge>
  )
}

const Brief = ({ entry }: EntryProps): ReactNode => (
  <>
    <Who entry={entry} />
    <Outcome entry={entry} />
  </>
)
