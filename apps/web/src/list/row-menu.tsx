import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Ellipsis } from '../ui/icons.ts'
import { listMessages } from './messages.ts'
import './row-menu.css'

/** One act of a row. */
export type MenuItem = { readonly name: string; readonly act: () => void }

type RowMenuProps = { readonly title: string; readonly items: readonly MenuItem[] }

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

/** The acts of a row, behind one button. Arrows move, Escape closes, the focus returns. */
export function RowMenu({ title, items }: RowMenuProps): ReactNode {
  const messages = useMessages(listMessages)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const move = (event: KeyboardEvent) => {
    const options = [...(menu.current?.querySelectorAll('button') ?? [])]
    const step = steps[event.key]
    if (event.key === 'Tab') menu.current?.hidePopover()
    if (step === undefined) return
    event.preventDefault()
    options[step(options.indexOf(document.activeElement as never), options.length)]?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="row-menu-button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={messages.actsOf(title)}
      >
        <Ellipsis aria-hidden />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        className="row-menu"
        aria-label={messages.actsOf(title)}
        onKeyDown={move}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={({ newState }) => {
          // The items leave last, so that the focus returns to the button from them.
          if (newState === 'closed') setOpen(false)
          if (newState === 'closed' || menu.current === null || button.current === null) return
          place(menu.current, button.current)
          menu.current.querySelector('button')?.focus()
        }}
      >
        {isOpen &&
          items.map(({ name, act }) => (
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
    </>
  )
}
