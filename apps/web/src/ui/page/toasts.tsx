import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { Button } from '../buttons/button.tsx'
import { X } from '../buttons/icons.ts'
import { uiMessages } from '../messages.ts'
import { useProblemText } from '../refusals/problem.tsx'
import { ToastContext, type Toast } from './use-toast.ts'
import './toasts.css'

const shownMs = 8_000

/** The place of the latest toast; stays in the page so that screen readers notice changes. */
export function Toasts({ children }: { readonly children: ReactNode }): ReactNode {
  const [toast, setToast] = useState<Toast | null>(null)
  const close = useCallback(() => setToast(null), [])
  return (
    <ToastContext value={setToast}>
      {children}
      <div role="status" className="toasts">
        {toast !== null && <ShownToast toast={toast} onClose={close} />}
      </div>
    </ToastContext>
  )
}

type ShownProps = { readonly toast: Toast; readonly onClose: () => void }

function ShownToast({ toast, onClose }: ShownProps): ReactNode {
  const messages = useMessages(uiMessages)
  const textOf = useProblemText()
  const [isHeld, setHeld] = useState(false)
  const { undo } = toast
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(onClose, shownMs)
    return () => clearTimeout(timer)
  }, [toast, isHeld, onClose])
  return (
    <div
      className="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{'text' in toast ? toast.text : messages.failedBefore(textOf(toast.failure))}</span>
      {undo !== undefined && (
        <Button
          kind="link"
          onClick={() => {
            undo()
            onClose()
          }}
        >
          {messages.undo}
        </Button>
      )}
      <button type="button" className="toast-close" aria-label={messages.close} onClick={onClose}>
        <X aria-hidden />
      </button>
    </div>
  )
}
