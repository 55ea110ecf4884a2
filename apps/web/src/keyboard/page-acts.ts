/** Something that the page offers to do. */
export type PageAct = { readonly name: string; readonly run: () => void }

const elsewhere = 'td, nav, dialog, [popover], [role="search"], [role="status"]'

/**
 * What the page offers to do now: its buttons that can be pressed. Those of rows, filters and pages
 * of a list are not among them.
 */
export function actsOfPage(): readonly PageAct[] {
  const acts = new Map<string, PageAct>()
  for (const button of document.querySelectorAll<HTMLElement>('main .button')) {
    const name = (button.getAttribute('aria-label') ?? button.textContent).trim()
    if (name === '' || acts.has(name) || button.closest(elsewhere) !== null) continue
    if (button.ariaDisabled === 'true' || !button.checkVisibility()) continue
    acts.set(name, {
      name,
      run: () => {
        button.focus()
        button.click()
      },
    })
  }
  return [...acts.values()]
}
