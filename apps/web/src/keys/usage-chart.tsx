import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { dayInWords, hourInWords, numberInWords } from '../language/words.ts'
import { Table } from '../ui/display/table.tsx'
import { keyMessages } from './messages.ts'
import { outcomes, type UsageBar } from './usage.ts'
import './usage-chart.css'

type UsageChartProps = { readonly bars: readonly UsageBar[]; readonly period: string }

const [barWidth, gap, height] = [8, 2, 100]
const hourlyBars = 24

/** A bar for each hour or day, and the same numbers as a table. */
export function UsageChart({ bars, period }: UsageChartProps): ReactNode {
  const messages = useMessages(keyMessages)
  const language = useLanguage()
  const total = bars.reduce((sum, bar) => sum + bar.total, 0)
  if (total === 0) return <p className="usage-none">{messages.noCalls}</p>
  const most = Math.max(...bars.map((bar) => bar.total))
  const inWords = bars.length === hourlyBars ? hourInWords : dayInWords
  const labels = [bars[0]!, bars.at(-1)!].map(({ at }) => inWords(at, language))
  return (
    <figure className="usage-chart">
      <p className="usage-chart-most">{messages.mostCalls(numberInWords(most, language))}</p>
      <svg
        className="usage-chart-bars"
        role="img"
        aria-label={messages.chart(numberInWords(total, language), period)}
        viewBox={`0 0 ${bars.length * (barWidth + gap) - gap} ${height}`}
        preserveAspectRatio="none"
      >
        {bars.map((bar, place) => (
          <Bar key={bar.at.getTime()} bar={bar} x={place * (barWidth + gap)} most={most} />
        ))}
      </svg>
      <div className="usage-chart-labels">
        <span>{labels[0]}</span>
        <span>{labels[1]}</span>
      </div>
      <UsageTable bars={bars} inWords={(date) => inWords(date, language)} />
    </figure>
  )
}

type BarProps = { readonly bar: UsageBar; readonly x: number; readonly most: number }

/** The outcomes of an hour or day, one on the other. */
function Bar({ bar, x, most }: BarProps): ReactNode {
  let below = 0
  return outcomes.map((outcome) => {
    const from = below
    below += bar[outcome]
    if (bar[outcome] === 0) return null
    const [low, high] = [from, below].map((calls) => (calls / most) * height) as [number, number]
    return (
      <rect
        key={outcome}
        data-outcome={outcome}
        x={x}
        y={height - high}
        width={barWidth}
        height={Math.max(high - low, 1)}
      />
    )
  })
}

type UsageTableProps = {
  readonly bars: readonly UsageBar[]
  readonly inWords: (date: Date) => string
}

/** The bars with calls, newest first. */
function UsageTable({ bars, inWords }: UsageTableProps): ReactNode {
  const messages = useMessages(keyMessages)
  const language = useLanguage()
  const columns = [
    bars.length === hourlyBars ? messages.hour : messages.day,
    ...outcomes.map((outcome) => messages.outcomes[outcome]),
    messages.calls,
  ]
  return (
    <details className="usage-chart-table">
      <summary>{messages.asTable}</summary>
      <Table label={messages.asTable} columns={columns} hasActs={false}>
        {bars
          .filter(({ total }) => total > 0)
          .toReversed()
          .map((bar) => (
            <tr key={bar.at.getTime()}>
              <th scope="row">{inWords(bar.at)}</th>
              {[...outcomes, 'total' as const].map((outcome) => (
                <td key={outcome}>{numberInWords(bar[outcome], language)}</td>
              ))}
            </tr>
          ))}
      </Table>
    </details>
  )
}
