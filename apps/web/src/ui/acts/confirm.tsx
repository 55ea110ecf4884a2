import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { ActButton } from './act-button.tsx'
import { Button } from '../buttons/button.tsx'
import { uiMessages } from '../messages.ts'
import { useHoldPage } from './use-hold-page.ts'
import './confirm.css'

type ConfirmProps = {
  /** The question, with the name of what it is about. */
  readonly title: string
  readonly cancel: string
  /** The verb of the act; null once it is done. */
  readonly act: string | null
  readonly isBusy: boolean
  /** Why it failed the last time. The button counts down a pause that the server asks for. */
  readonly error?: unknown
  readonly isReady?: boolean
  /** Whether the act ends something, which the color of its button shows. */
  readonly isEnding?: boolean
  /**
   * Whether Cancel stops a running act. If not, neither the dialog nor the page can be left meanwhile: the act would go
   * on, and its outcome would be lost.
   */
  readonly canStop?: boolean
  readonly onCancel: () => void
  readonly onAct: () => void
  /** What ends, or what else follows. */
  readonly children: ReactNode
}

/** Asks before an act, usually one that ends something. Cancel has the focus. */
export function Confirm(props: ConfirmProps): ReactNode {
  const { title, cancel, act, isBusy, error = null, isReady = true, canStop = false } = props
  const { isEnding = true, onCancel, onAct } = props
  const ui = useMessages(uiMessages)
  const isHeld = isBusy && !canStop
  useHoldPage(isHeld)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('[data-cancel]')?.focus()
    // The browser scrolled to the first control of the text.
    dialog.current?.scrollTo(0, 0)
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  // On a very low screen, text would push the button with the focus out of view.
  useEffect(() => {
    const observer = new ResizeObserver(() =>
      dialog.current?.querySelector('.confirm-acts :focus')?.scrollIntoView({ block: 'nearest' }),
    )
    observer.observe(text.current!)
    return () => observer.disconnect()
  }, [])
  // What went wrong is the last of the text.
  useEffect(() => {
    if (error !== null) dialog.current?.scrollTo(0, dialog.current.scrollHeight)
  }, [error])
  return (
    <dialog
      ref={dialog}
      className="confirm"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        if (!isHeld) onCancel()
      }}
      // A second Escape would close it in spite of that.
      onKeyDown={(event) => {
        if (isHeld && event.key === 'Escape') event.preventDefault()
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div ref={text} id={`${id}-text`} className="confirm-text">
        {props.children}
      </div>
      <p role="status" className="visually-hidden">
        {isHeld && ui.busyAct}
      </p>
      <div className="confirm-acts">
        <Button kind="secondary" data-cancel="" disabled={isHeld} onClick={onCancel}>
          {cancel}
        </Button>
        {act !== null && (
          <ActButton
            kind={isEnding ? 'danger' : 'primary'}
            act={{ isBusy, error }}
            disabled={!isReady}
            onClick={onAct}
          >
            {act}
          </ActButton>
        )}
      </div>
    </dialog>
  )
}
