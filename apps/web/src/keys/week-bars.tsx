import type { ReactNode } from 'react'
import './week-bars.css'

const [barWidth, gap, height] = [6, 2, 24]

/** Calls per day as bars; the sum is in words. */
export function WeekBars({
  days,
  label,
}: {
  readonly days: readonly number[]
  readonly label: string
}): ReactNode {
  const most = Math.max(1, ...days)
  // Two paths, as a page of a list has a hundred weeks.
  const bars = (isOf: (calls: number) => boolean) =>
    days
      .map((calls, day) => {
        const size = calls === 0 ? 1 : Math.max(2, Math.round((calls / most) * height))
        const left = day * (barWidth + gap)
        return isOf(calls) ? `M${left} ${height}v-${size}h${barWidth}v${size}z` : ''
      })
      .join('')
  return (
    <svg
      className="week-bars"
      role="img"
      aria-label={label}
      width={days.length * (barWidth + gap) - gap}
      height={height}
    >
      <path d={bars((calls) => calls > 0)} />
      <path d={bars((calls) => calls === 0)} data-empty />
    </svg>
  )
}
