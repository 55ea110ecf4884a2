import { useEffect, useRef, type ReactNode } from 'react'
import '../ui/confirm.css'
import './layer.css'

type LayerProps = {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Something over the page. Escape closes it, and the focus returns. */
export function Layer({ label, onClose, children }: LayerProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    // Not on a table that could scroll, which is the first that takes the focus.
    dialog.current?.querySelector<HTMLElement>('input, button')?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="confirm layer"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {children}
    </dialog>
  )
}
