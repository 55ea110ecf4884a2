import type { ReactNode } from 'react'
import './facts.css'

export type Fact = {
  readonly term: string
  readonly value: ReactNode
  /** A sentence below the value. */
  readonly hint?: string | undefined
}

/** What is known about one thing, a line each. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }): ReactNode => (
  <dl className="facts">
    {facts.map(({ term, value, hint }) => (
      <div key={term} className="fact">
        <dt className="fact-term">{term}</dt>
        <dd className="fact-value">
          {value}
          {hint !== undefined && <span className="fact-hint">{hint}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
