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
  return (
    <svg
      className="week-bars"
      role="img"
      aria-label={label}
      width={days.length * (barWidth + gap) - gap}
      height={height}
    >
      {days.map((calls, day) => {
        const size = calls === 0 ? 1 : Math.max(2, Math.round((calls / most) * height))
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- days never change their order
            key={day}
            data-empty={calls === 0 || undefined}
            x={day * (barWidth + gap)}
            y={height - size}
            width={barWidth}
            height={size}
          />
        )
      })}
    </svg>
  )
}
