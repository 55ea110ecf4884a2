const rowsOfPage = (): readonly HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main tbody tr, main [data-result]')].filter((row) =>
    row.checkVisibility(),
  )

const currentRow = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>('main tbody tr') ?? null

/**
 * Moves the focus to the row after or before, onto what opens it, so that Enter does. The ends of
 * the list stop it.
 */
export function moveAlongRows(step: 1 | -1): void {
  const rows = rowsOfPage()
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const first = step === 1 ? 0 : rows.length - 1
  const row = rows[at === -1 ? first : at + step]
  const opens = row?.querySelector<HTMLElement>('th a[href], th button, summary')
  if (row !== undefined && opens === null && row.tabIndex < 0) row.tabIndex = -1
  const target = opens ?? row
  target?.focus()
}

/** Selects the row with the focus, or clears its selection. */
export const selectRow = (): void =>
  currentRow()?.querySelector<HTMLElement>('input[type="checkbox"]')?.click()

/** Opens the menu of the row with the focus; a row without a menu has buttons, which get the focus. */
export function openRowMenu(): void {
  const row = currentRow()
  const menu = row?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
  if (menu) menu.click()
  else row?.querySelector<HTMLElement>('td .button')?.focus()
}
