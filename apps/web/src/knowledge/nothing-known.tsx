import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { mountPath } from '../session/mount-path.ts'
import { Code } from '../ui/display/code.tsx'
import { CopyButton } from '../ui/buttons/copy-button.tsx'
import { knowledgeMessages } from './messages.ts'
import './nothing-known.css'

const command = 'ken import handbook/ --source handbook --allow everyone'

const requestTo = (url: string): string =>
  `curl '${url}/api/v1/admin/knowledge/documents' \\
  -H "Authorization: Bearer $ACCESS_TOKEN" -H 'Content-Type: application/json' \\
  -d '{"documents": [{"source": "handbook", "external_id": "vpn", "title": "VPN", "body": "…", "allowed": ["everyone"]}]}'`

/** The ways to the first document, ready to copy. */
export function NothingKnown(): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const request = requestTo(`${location.origin}${mountPath()}`)
  return (
    <div className="nothing-known">
      <p>{messages.empty}</p>
      <Link to="/admin/knowledge/import" className="button" data-kind="primary">
        {messages.importDocuments}
      </Link>
      <p>{messages.emptyCommand}</p>
      <Snippet label={messages.command} copy={messages.copy} text={command} />
      <p>{messages.orOverHttp}</p>
      <Snippet label={messages.request} copy={messages.copyRequest} text={request} />
      <h2>{messages.allowTitle}</h2>
      <p>{messages.allow}</p>
      <ul>
        {messages.principals.map(([principal, meaning]) => (
          <li key={principal}>
            <Code>{principal}</Code>: {meaning}
          </li>
        ))}
      </ul>
    </div>
  )
}

type SnippetProps = { readonly label: string; readonly copy: string; readonly text: string }

function Snippet({ label, copy, text }: SnippetProps): ReactNode {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <pre className="import-command" role="region" aria-label={label} tabIndex={0}>
        <Code>{text}</Code>
      </pre>
      <CopyButton text={text} label={copy} />
    </>
  )
}
