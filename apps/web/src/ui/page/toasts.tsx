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

/** The key of the toast that is pointed at, and of the one with the focus; null for none. */
type Held = { readonly pointer: number | null; readonly focus: number | null }

/** The place of the toasts; stays in the page so that screen readers notice changes, of which they read the new toast. */
export function Toasts({ children }: { readonly children: ReactNode }): ReactNode {
  const [toasts, setToasts] = useState<readonly Shown[]>([])
  const [held, setHeld] = useState<Held>({ pointer: null, focus: null })
  const lastKey = useRef(0)
  // While one is held, all stay: the one that goes would move the others.
  const areHeld = toasts.some(({ key }) => key === held.pointer || key === held.focus)
  const show = useCallback((toast: Toast) => {
    lastKey.current += 1
    const next = { ...toast, key: lastKey.current }
    setToasts((shown) => nextToasts(shown, next))
  }, [])
  const close = useCallback(
    (toast: Shown) => setToasts((shown) => shown.filter(({ key }) => key !== toast.key)),
    [],
  )
  const hold = useCallback((by: Partial<Held>) => setHeld((now) => ({ ...now, ...by })), [])
  return (
    <ToastContext value={show}>
      {children}
      <div role="status" aria-atomic={false} className="toasts">
        {toasts.map((toast) => (
          <ShownToast
            key={toast.key}
            toast={toast}
            areHeld={areHeld}
            onHold={hold}
            onClose={close}
          />
        ))}
      </div>
    </ToastContext>
  )
}

type ShownProps = {
  readonly toast: Shown
  readonly areHeld: boolean
  readonly onHold: (by: Partial<Held>) => void
  readonly onClose: (toast: Shown) => void
}

function ShownToast({ toast, areHeld, onHold, onClose }: ShownProps): ReactNode {
  const close = useCallback(() => onClose(toast), [toast, onClose])
  const messages = useMessages(uiMessages)
  const textOf = useProblemText()
  const { undo, key } = toast
  useEffect(() => {
    if (areHeld) return undefined
    const timer = setTimeout(close, shownMs)
    return () => clearTimeout(timer)
  }, [areHeld, close])
  return (
    <div
      className="toast"
      onPointerEnter={() => onHold({ pointer: key })}
      onPointerLeave={() => onHold({ pointer: null })}
      onFocus={() => onHold({ focus: key })}
      onBlur={() => onHold({ focus: null })}
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
