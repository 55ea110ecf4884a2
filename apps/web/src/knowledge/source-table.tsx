import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Moment } from '../ui/time/moment.tsx'
import { Table } from '../ui/display/table.tsx'
import { knowledgeMessages } from './messages.ts'
import { Removal } from './removal.tsx'
import type { Source } from './use-sources.ts'
import './source-table.css'

type SourceTableProps = {
  readonly sources: readonly Source[]
  readonly onRemove: (source: Source) => void
}

export function SourceTable({ sources, onRemove }: SourceTableProps): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const columns = [
    messages.source,
    messages.documents,
    messages.semanticSearch,
    messages.lastImport,
    messages.allowed,
    messages.acts,
  ]
  return (
    <Table label={messages.knowledge} columns={columns}>
      {sources.map((source) => (
        <Row key={source.source} source={source} onRemove={() => onRemove(source)} />
      ))}
    </Table>
  )
}

type RowProps = { readonly source: Source; readonly onRemove: () => void }

function Row({ source, onRemove }: RowProps): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const language = useLanguage()
  const { source: name, documents, passages, removal_requested_at: removal } = source
  return (
    <tr data-ended={removal === null ? undefined : ''}>
      <th scope="row">
        {name}
        {removal !== null && <Removal source={source} since={removal} />}
      </th>
      <td>
        {numberInWords(documents, language)}
        <span className="source-detail">
          {messages.passages(passages, numberInWords(passages, language))}
        </span>
      </td>
      <td>
        <Embedded source={source} />
      </td>
      <td data-wraps="">
        <LastImport last={source.last_import} />
      </td>
      <td>
        <Allowed allowed={source.allowed} />
      </td>
      <td>
        {removal === null && (
          <Button kind="secondary" aria-label={`${messages.remove}: ${name}`} onClick={onRemove}>
            {messages.remove}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** How many passages semantic search finds, as a bar and in words. */
function Embedded({ source }: { readonly source: Source }): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const language = useLanguage()
  const { passages, embedded, pending } = source
  if (embedded === null) return messages.noModel
  const share = messages.share(numberInWords(embedded, language), numberInWords(passages, language))
  return (
    <>
      <progress
        className="source-share"
        aria-label={`${messages.semanticSearch}: ${source.source}`}
        value={embedded}
        max={Math.max(passages, 1)}
      />
      {share}
      {pending !== null && pending > 0 && (
        <span className="source-detail">{messages.pending(numberInWords(pending, language))}</span>
      )}
    </>
  )
}

function LastImport({ last }: { readonly last: Source['last_import'] }): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const language = useLanguage()
  if (last === null) return messages.unknownImport
  const by = last.on_command_line ? messages.onCommandLine : (last.by ?? messages.deletedAccount)
  return (
    <>
      <Moment value={last.at} />, {by}
      <span className="source-detail">
        {messages.changed(
          numberInWords(last.upserted, language),
          numberInWords(last.removed, language),
        )}
      </span>
    </>
  )
}

const kinds = ['everyone', 'roles', 'groups', 'persons'] as const

/** How many documents name whom. */
function Allowed({ allowed }: { readonly allowed: Source['allowed'] }): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const language = useLanguage()
  return (
    <ul role="list">
      {kinds
        .filter((kind) => allowed[kind] > 0)
        .map((kind) => (
          <li key={kind}>{messages.allowedKinds[kind](numberInWords(allowed[kind], language))}</li>
        ))}
    </ul>
  )
}
