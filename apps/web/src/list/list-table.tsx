import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { listMessages } from './messages.ts'
import { RowMenu, type MenuItem } from './row-menu.tsx'
import type { Selection } from './use-selection.ts'
import '../ui/table.css'
import './list-table.css'

/** What a row shows. */
export type Row = {
  /** The name of the row, for its check box and its menu. */
  readonly title: string
  /** The first cell, with the link to what the row is about. */
  readonly head: ReactNode
  readonly cells: readonly ReactNode[]
  readonly menu?: readonly MenuItem[]
  readonly isEnded?: boolean
}

export type ListTableProps<Item> = {
  readonly label: string
  readonly columns: readonly string[]
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  readonly row: (item: Item) => Row
  readonly selection?: Selection<Item>
  readonly isStale?: boolean
}

/** The rows of a list. On a narrow screen they scroll in a region of their own. */
export function ListTable<Item>(props: ListTableProps<Item>): ReactNode {
  const { label, columns, items, keyOf, row, selection, isStale = false } = props
  const messages = useMessages(listMessages)
  const rows = items.map((item) => ({ item, key: keyOf(item), ...row(item) }))
  const hasMenus = rows.some(({ menu }) => menu !== undefined)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div className="table-region" role="region" aria-label={label} tabIndex={0} aria-busy={isStale}>
      <table className="table list-table" data-stale={isStale || undefined}>
        <thead>
          <tr>
            {selection !== undefined && <SelectAll items={items} selection={selection} />}
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {hasMenus && (
              <th scope="col">
                <span className="visually-hidden">{messages.acts}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ item, key, title, head, cells, menu = [], isEnded = false }) => (
            <tr key={key} data-ended={isEnded || undefined}>
              {selection !== undefined && (
                <SelectCell
                  label={messages.select(title)}
                  isSelected={selection.has(item)}
                  onSelect={(isSelected) => selection.toggle([item], isSelected)}
                />
              )}
              <th scope="row">{head}</th>
              {cells.map((cell, position) => (
                <td key={columns[position + 1]}>{cell}</td>
              ))}
              {hasMenus && (
                <td className="list-menu">
                  {menu.length > 0 && <RowMenu title={title} items={menu} />}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type SelectAllProps<Item> = {
  readonly items: readonly Item[]
  readonly selection: Selection<Item>
}

function SelectAll<Item>({ items, selection }: SelectAllProps<Item>): ReactNode {
  const messages = useMessages(listMessages)
  return (
    <th scope="col" className="list-select">
      <input
        type="checkbox"
        aria-label={messages.selectAll}
        checked={items.length > 0 && items.every(selection.has)}
        onChange={({ target }) => selection.toggle(items, target.checked)}
      />
    </th>
  )
}

type SelectCellProps = {
  readonly label: string
  readonly isSelected: boolean
  readonly onSelect: (isSelected: boolean) => void
}

const SelectCell = ({ label, isSelected, onSelect }: SelectCellProps): ReactNode => (
  <td className="list-select">
    <input
      type="checkbox"
      aria-label={label}
      checked={isSelected}
      onChange={({ target }) => onSelect(target.checked)}
    />
  </td>
)
