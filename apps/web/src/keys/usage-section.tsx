import { useState, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { Choice } from '../ui/fields/choice.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Problem } from '../ui/refusals/problem.tsx'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { keyMessages } from './messages.ts'
import { UsageChart } from './usage-chart.tsx'
import { outcomes, usageBars, type Counts } from './usage.ts'
import { useUsage, type KeyScope } from './use-keys.ts'
import './usage-section.css'

const periods = ['1', '7', '30', '90'] as const
type Period = (typeof periods)[number]

type UsageSectionProps = { readonly scope: KeyScope; readonly id: string }

/** How a key was used in a period: the sums by outcome, and a bar for each hour or day. */
export function UsageSection({ scope, id }: UsageSectionProps): ReactNode {
  const messages = useMessages(keyMessages)
  const ui = useMessages(uiMessages)
  const [period, setPeriod] = useState<Period>('7')
  const days = Number(period)
  const { data, error, refetch } = useUsage(scope, id, days)
  return (
    <section className="usage" aria-labelledby="usage-heading">
      <div className="usage-head">
        <h2 id="usage-heading">{messages.use}</h2>
        <Choice
          label={messages.period}
          name="period"
          options={periods.map((value) => ({ value, text: messages.periods[value] }))}
          chosen={period}
          onChoose={setPeriod}
        />
      </div>
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton rows={2} label={ui.loading} />}
      {data !== undefined && (
        <>
          <Sums counts={data} />
          <UsageChart bars={usageBars(data, days)} period={messages.periods[period]} />
        </>
      )}
    </section>
  )
}

function Sums({ counts }: { readonly counts: Counts }): ReactNode {
  const messages = useMessages(keyMessages)
  const language = useLanguage()
  return (
    <dl className="usage-sums">
      {outcomes.map((outcome) => (
        <div key={outcome} className="usage-sum" data-outcome={outcome}>
          <dt>{messages.outcomes[outcome]}</dt>
          <dd>{numberInWords(counts[outcome], language)}</dd>
        </div>
      ))}
    </dl>
  )
}
