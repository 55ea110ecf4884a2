import type { Finding } from '@ken/client'
import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Moment } from '../ui/time/moment.tsx'
import { uiMessages } from '../ui/messages.ts'
import { linkOf, markedParts } from './marked-parts.ts'
import { searchMessages } from './messages.ts'
import './result.css'

/** One result. Its texts come from documents, and stay text. */
export function Result({ result }: { readonly result: Finding }): ReactNode {
  const link = linkOf(result.url)
  return (
    <article className="result">
      <div className="result-head">
        <h2 className="result-title" dir="auto">
          <Title title={result.title} link={link} />
        </h2>
        <Relevance score={result.score} />
      </div>
      <p className="result-facts">
        <span className="result-source">{result.source}</span>
        {link !== null && <span>{link.host}</span>}
        {result.updated_at !== null && <Moment value={result.updated_at} />}
      </p>
      <p className="result-snippet" dir="auto">
        {markedParts(result.snippet, result.marks).map(({ text, isMarked }, position) =>
          // oxlint-disable-next-line react/no-array-index-key -- parts never change their order
          isMarked ? <mark key={position}>{text}</mark> : text,
        )}
      </p>
    </article>
  )
}

function Title({ title, link }: { readonly title: string; readonly link: URL | null }): ReactNode {
  const messages = useMessages(uiMessages)
  if (link === null)
    return (
      <span data-result tabIndex={-1}>
        {title}
      </span>
    )
  return (
    <a data-result href={link.href} target="_blank" rel="noreferrer">
      {title}
      <span className="visually-hidden"> ({messages.opensNewTab})</span>
    </a>
  )
}

function Relevance({ score }: { readonly score: number }): ReactNode {
  const messages = useMessages(searchMessages)
  const percent = Math.round(score * 100)
  return (
    <span className="result-relevance" role="img" aria-label={messages.relevance(percent)}>
      <span className="result-relevance-part" style={{ width: `${percent}%` }} />
    </span>
  )
}
