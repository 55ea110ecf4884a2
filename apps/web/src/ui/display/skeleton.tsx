import type { ReactNode } from 'react'
import './skeleton.css'

/** The place of rows that are being read. Appears only if they take longer than a moment. */
export const Skeleton = ({
  rows,
  label,
}: {
  readonly rows: number
  readonly label: string
}): ReactNode => (
  <div className="skeleton" role="status">
    <span className="visually-hidden">{label}</span>
    {Array.from({ length: rows }, (_, row) => (
      // oxlint-disable-next-line react/no-array-index-key -- all rows are alike
      <div className="skeleton-row" key={row} aria-hidden />
    ))}
  </div>
)
