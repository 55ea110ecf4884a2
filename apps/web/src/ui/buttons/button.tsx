import type { ComponentProps, ReactNode } from 'react'
import './button.css'

type ButtonProps = {
  /** `danger` is for what ends something. */
  readonly kind?: 'primary' | 'danger' | 'secondary' | 'quiet' | 'link'
  /** Its act is running: it stays where it is, and cannot be pressed again. */
  readonly isBusy?: boolean
  readonly children: ReactNode
} & Omit<ComponentProps<'button'>, 'className'>

/** A button that says what it does. While it is busy or disabled it can still have the focus. */
export function Button({
  kind = 'primary',
  type = 'button',
  isBusy = false,
  disabled = false,
  onClick,
  children,
  ...rest
}: ButtonProps): ReactNode {
  const isOff = isBusy || disabled
  return (
    <button
      {...rest}
      type={type}
      className="button"
      data-kind={kind}
      aria-busy={isBusy || undefined}
      aria-disabled={isOff || undefined}
      onClick={(event) => {
        if (isOff) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {children}
    </button>
  )
}
