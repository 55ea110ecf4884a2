import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { listMessages } from './messages.ts'
import './row-menu.css'

/** One act of a row. */
export type MenuItem = { readonly name: string; readonly act: () => void }

type RowMenuProps = {
  readonly title: string
  readonly items: readonly MenuItem[]
  /** What opened it, and gets the focus back. */
  readonly button: HTMLElement
  readonly onClose: () => void
}

const gap = 4
const steps: { readonly [key: string]: (at: number, count: number) => number } = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Below its button, or above it where there is no room, over everything else. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect()
  const { offsetHeight: height, offsetWidth: width } = menu
  const below = bottom + gap
  menu.style.top = `${below + height < window.innerHeight ? below : Math.max(gap, top - height - gap)}px`
  menu.style.left = `${Math.max(gap, right - width)}px`
}

/** The acts of a row, one menu for all rows of a table. Arrows move, Escape closes, the focus returns. */
export function RowMenu({ title, items, button, onClose }: RowMenuProps): ReactNode {
  const messages = useMessages(listMessages)
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = menu.current
    // With its source, a press on the button again closes it.
    shown?.showPopover({ source: button })
    if (shown !== null) place(shown, button)
    shown?.querySelector('button')?.focus()
    // Leaving the page without hiding it would leave the focus nowhere.
    return () => shown?.hidePopover()
  }, [button])
  const move = (event: KeyboardEvent) => {
    const options = [...(menu.current?.querySelectorAll('button') ?? [])]
    const step = steps[event.key]
    if (event.key === 'Tab') menu.current?.hidePopover()
    if (step === undefined) return
    event.preventDefault()
    options[step(options.indexOf(document.activeElement as never), options.length)]?.focus()
  }
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      className="row-menu"
      aria-label={messages.actsOf(title)}
      onKeyDown={move}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      {items.map(({ name, act }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="row-menu-item"
          onClick={() => {
            menu.current?.hidePopover()
            act()
          }}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
