import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { uiMessages } from '../ui/messages.ts'
import { Page } from '../ui/page/page.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { knowledgeMessages } from './messages.ts'
import { NothingKnown } from './nothing-known.tsx'
import { RemoveSource } from './remove-source.tsx'
import { SourceTable } from './source-table.tsx'
import { useSources, type Source } from './use-sources.ts'

/** What Ken knows, by source, in numbers only. */
export function KnowledgeScreen(): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const ui = useMessages(uiMessages)
  const { data, error, refetch } = useSources()
  const [removing, setRemoving] = useState<Source | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  return (
    <Page
      title={messages.knowledge}
      lead={messages.lead}
      acts={
        data !== undefined &&
        data.data.length > 0 && (
          <Link to="/admin/knowledge/import" className="button" data-kind="primary">
            {messages.importDocuments}
          </Link>
        )
      }
      done={removed === null ? null : messages.removalStarted(removed)}
    >
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton rows={3} label={ui.loading} />}
      {data?.data.length === 0 && <NothingKnown />}
      {data !== undefined && data.data.length > 0 && (
        <SourceTable sources={data.data} onRemove={setRemoving} />
      )}
      {removing !== null && (
        <RemoveSource
          source={removing}
          onClose={(isRemoved) => {
            setRemoving(null)
            if (isRemoved) setRemoved(removing.source)
          }}
        />
      )}
    </Page>
  )
}
