import type { ReactNode } from 'react'
import './table.css'

type TableProps = {
  readonly label: string
  readonly columns: readonly string[]
  /** The last column is for acts, and its heading is for screen readers. */
  readonly hasActs?: boolean
  readonly children: ReactNode
}

/** Rows with headings. On a narrow screen the table scrolls in a region of its own. */
export const Table = ({ label, columns, hasActs = true, children }: TableProps): ReactNode => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
  <div className="table-region" role="region" aria-label={label} tabIndex={0}>
    <table className="table">
      <thead>
        <tr>
          {columns.map((column, position) => (
            <th key={column} scope="col">
              <span
                className={
                  hasActs && position === columns.length - 1 ? 'visually-hidden' : undefined
                }
              >
                {column}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
