import { memo, useCallback, useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { listMessages } from './messages.ts'
import { RowMenu, type MenuItem } from './row-menu.tsx'
import type { Selection } from './use-selection.ts'
import '../ui/display/table.css'
import './list-table.css'

/** What a row shows. */
export type Row = {
  /** The name of the row, for its check box and its menu. */
  readonly title: string
  /** The first cell, with the link to what the row is about. */
  readonly head: ReactNode
  readonly cells: readonly ReactNode[]
  /** Either every row of a table has a menu, which may be empty, or none. */
  readonly menu?: readonly MenuItem[]
  readonly isEnded?: boolean
}

export type ListTableProps<Item> = {
  readonly label: string
  readonly columns: readonly string[]
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  /** A row is drawn again when its item or this function is another one. */
  readonly row: (item: Item) => Row
  readonly selection?: Selection<Item>
  readonly isStale?: boolean
}

/** The rows of a list. On a narrow screen they scroll in a region of their own. */
export function ListTable<Item>(props: ListTableProps<Item>): ReactNode {
  const { label, columns, items, keyOf, row, selection, isStale = false } = props
  const messages = useMessages(listMessages)
  const [opened, setOpened] = useState<OpenedMenu<Item> | null>(null)
  const close = useCallback(() => setOpened(null), [])
  const hasMenus = items[0] !== undefined && row(items[0]).menu !== undefined
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div className="table-region" role="region" aria-label={label} tabIndex={0} aria-busy={isStale}>
      <table className="table list-table">
        <thead>
          <tr>
            {selection !== undefined && <SelectAll items={items} selection={selection} />}
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {hasMenus && (
              <th scope="col" className="list-menu">
                <span className="visually-hidden">{messages.acts}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <ListRow
              key={keyOf(item)}
              item={item}
              row={row}
              isSelected={selection?.has(item)}
              onSelect={selection?.toggle}
              isMenuOpen={opened?.item === item}
              onMenu={setOpened}
            />
          ))}
        </tbody>
      </table>
      {opened !== null && (
        <OpenMenu key={keyOf(opened.item)} {...opened} row={row} onClose={close} />
      )}
    </div>
  )
}

type OpenedMenu<Item> = { readonly item: Item; readonly button: HTMLElement }

type OpenMenuProps<Item> = OpenedMenu<Item> &
  Pick<ListTableProps<Item>, 'row'> & { readonly onClose: () => void }

function OpenMenu<Item>({ item, button, row, onClose }: OpenMenuProps<Item>): ReactNode {
  const { title, menu = [] } = row(item)
  return <RowMenu title={title} items={menu} button={button} onClose={onClose} />
}

type ListRowProps<Item> = {
  readonly item: Item
  readonly row: (item: Item) => Row
  /** Undefined in a list without selection. */
  readonly isSelected: boolean | undefined
  readonly onSelect: Selection<Item>['toggle'] | undefined
  readonly isMenuOpen: boolean
  readonly onMenu: (menu: OpenedMenu<Item> | null) => void
}

function DrawnRow<Item>(props: ListRowProps<Item>): ReactNode {
  const { item, row, isSelected, onSelect, isMenuOpen, onMenu } = props
  const messages = useMessages(listMessages)
  const { title, head, cells, menu, isEnded = false } = row(item)
  return (
    <tr data-ended={isEnded || undefined}>
      {isSelected !== undefined && (
        <td className="list-select">
          <input
            type="checkbox"
            aria-label={messages.select(title)}
            checked={isSelected}
            onChange={({ target }) => onSelect?.([item], target.checked)}
          />
        </td>
      )}
      <th scope="row">{head}</th>
      {cells.map((cell, position) => (
        // oxlint-disable-next-line react/no-array-index-key -- a column keeps its place
        <td key={position}>{cell}</td>
      ))}
      {menu !== undefined && (
        <td className="list-menu">
          {menu.length > 0 && (
            <button
              type="button"
              className="list-menu-button"
              aria-haspopup="menu"
              aria-expanded={isMenuOpen}
              aria-label={messages.actsOf(title)}
              onClick={({ currentTarget }) =>
                onMenu(isMenuOpen ? null : { item, button: currentTarget })
              }
            >
              •••
            </button>
          )}
        </td>
      )}
    </tr>
  )
}

/** Of a hundred rows, a selected one alone is drawn again. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `memo` loses the type parameter of a component
const ListRow = memo(DrawnRow) as typeof DrawnRow

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
