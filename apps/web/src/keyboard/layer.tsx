import { useLayoutEffect, useRef, type ReactNode } from 'react'
import '../ui/acts/confirm.css'
import './layer.css'

type LayerProps = {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * Something over the page. Escape or leaving it closes it, and the focus returns. The page below
 * stays as it is: to make a long list inert and back takes a slow processor a quarter of a second.
 */
export function Layer({ label, onClose, children }: LayerProps): ReactNode {
  const layer = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const opener = document.activeElement
    const shown = layer.current
    shown?.showPopover()
    // Not on a table that could scroll, which is the first that takes the focus.
    shown?.querySelector<HTMLElement>('input, button')?.focus()
    return () => {
      // Who left it for another element stays there.
      const isInside = shown?.contains(document.activeElement) ?? false
      shown?.hidePopover()
      if (isInside && opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={layer}
      popover="auto"
      className="confirm layer"
      aria-label={label}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
