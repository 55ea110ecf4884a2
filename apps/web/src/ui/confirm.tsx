import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import './confirm.css'

type ConfirmProps = {
  /** The question, with the name of what it is about. */
  readonly title: string
  readonly cancel: string
  /** The verb of the act; null once it is done. */
  readonly act: string | null
  readonly isBusy: boolean
  readonly isReady?: boolean
  readonly onCancel: () => void
  readonly onAct: () => void
  /** What ends. */
  readonly children: ReactNode
}

/** Asks before something ends. Cancel has the focus. */
export function Confirm(props: ConfirmProps): ReactNode {
  const { title, cancel, act, isBusy, isReady = true, onCancel, onAct, children } = props
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('[data-cancel]')?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="confirm"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`} className="confirm-text">
        {children}
      </div>
      <div className="confirm-acts">
        <Button kind="secondary" data-cancel="" onClick={onCancel}>
          {cancel}
        </Button>
        {act !== null && (
          <Button isBusy={isBusy} disabled={!isReady} onClick={onAct}>
            {act}
          </Button>
        )}
      </div>
    </dialog>
  )
}
