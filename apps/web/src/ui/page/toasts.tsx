import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { Button } from '../buttons/button.tsx'
import { X } from '../buttons/icons.ts'
import { uiMessages } from '../messages.ts'
import { useProblemText } from '../refusals/problem.tsx'
import { nextToasts } from './next-toasts.ts'
import { ToastContext, type Toast } from './use-toast.ts'
import './toasts.css'

const shownMs = 8_000

/** The same toast may come twice. */
type Shown = Toast & { readonly key: number }

/** The place of the toasts; stays in the page so that screen readers notice changes, of which they read the new toast. */
export function Toasts({ children }: { readonly children: ReactNode }): ReactNode {
  const [toasts, setToasts] = useState<readonly Shown[]>([])
  const lastKey = useRef(0)
  const show = useCallback((toast: Toast) => {
    lastKey.current += 1
    const next = { ...toast, key: lastKey.current }
    setToasts((shown) => nextToasts(shown, next))
  }, [])
  const close = useCallback(
    (toast: Shown) => setToasts((shown) => shown.filter(({ key }) => key !== toast.key)),
    [],
  )
  return (
    <ToastContext value={show}>
      {children}
      <div role="status" aria-atomic={false} className="toasts">
        {toasts.map((toast) => (
          <ShownToast key={toast.key} toast={toast} onClose={close} />
        ))}
      </div>
    </ToastContext>
  )
}

type ShownProps = { readonly toast: Shown; readonly onClose: (toast: Shown) => void }

function ShownToast({ toast, onClose }: ShownProps): ReactNode {
  const close = useCallback(() => onClose(toast), [toast, onClose])
  const messages = useMessages(uiMessages)
  const textOf = useProblemText()
  const [isHeld, setHeld] = useState(false)
  const { undo } = toast
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(close, shownMs)
    return () => clearTimeout(timer)
  }, [isHeld, close])
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
            close()
          }}
        >
          {messages.undo}
        </Button>
      )}
      <button type="button" className="toast-close" aria-label={messages.close} onClick={close}>
        <X aria-hidden />
      </button>
    </div>
  )
}
