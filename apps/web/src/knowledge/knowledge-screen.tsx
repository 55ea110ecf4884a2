import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Contract } from '../contract/contract.ts'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { useSession } from '../session/use-session.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Page } from '../ui/page.tsx'
import { Problem } from '../ui/problem.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { knowledgeMessages } from './messages.ts'
import './knowledge-screen.css'

type Source = Contract['SourceList']['data'][number]

const importCommand = 'ken import handbook/ --source handbook --allow everyone'

/** What Ken knows, by source, in numbers only. */
export function KnowledgeScreen(): ReactNode {
  const { client } = useSession()
  const messages = useMessages(knowledgeMessages)
  const ui = useMessages(uiMessages)
  const { data, error, refetch } = useQuery({
    queryKey: ['knowledge', 'sources'],
    queryFn: () => client.request<Contract['SourceList']>('/api/v1/admin/knowledge/sources'),
  })
  return (
    <Page title={messages.knowledge} lead={messages.lead}>
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton rows={3} label={ui.loading} />}
      {data?.data.length === 0 && <NothingYet />}
      {data !== undefined && data.data.length > 0 && <Sources sources={data.data} />}
    </Page>
  )
}

function Sources({ sources }: { readonly sources: readonly Source[] }): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const language = useLanguage()
  const columns = [messages.source, messages.documents]
  return (
    <Table label={messages.knowledge} columns={columns} hasActs={false}>
      {sources.map(({ source, documents }) => (
        <tr key={source}>
          <th scope="row">{source}</th>
          <td>{numberInWords(documents, language)}</td>
        </tr>
      ))}
    </Table>
  )
}

function NothingYet(): ReactNode {
  const messages = useMessages(knowledgeMessages)
  return (
    <div className="nothing-known">
      <p>{messages.empty}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <pre className="import-command" role="region" aria-label={messages.command} tabIndex={0}>
        <code>{importCommand}</code>
      </pre>
      <CopyButton text={importCommand} label={messages.copy} />
      <p>{messages.allow}</p>
    </div>
  )
}
