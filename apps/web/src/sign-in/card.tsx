import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useTitle } from '../ui/page/use-title.ts'
import { signInMessages } from './messages.ts'
import './card.css'

export type CardProps = {
  readonly title: string
  readonly lead?: ReactNode
  /** Which step this is, and of how many where that is known. */
  readonly position?: { readonly at: number; readonly of: number | null } | undefined
  /** Has more beside each other than a form. */
  readonly isWide?: boolean
  /** Moves the focus to the heading, because there is no field for it. */
  readonly takesFocus?: boolean
  readonly onSubmit?: () => void
  readonly children: ReactNode
}

/** One step, as one form with its own heading. */
export function Card({
  title,
  lead,
  position,
  isWide = false,
  takesFocus = false,
  onSubmit,
  children,
}: CardProps): ReactNode {
  const messages = useMessages(signInMessages)
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const content = (
    <>
      <header className="card-head">
        {position !== undefined && (
          <p className="card-step">
            {position.of === null
              ? messages.step(position.at)
              : messages.stepOf(position.at, position.of)}
          </p>
        )}
        <h1 ref={heading} id={id} tabIndex={takesFocus ? -1 : undefined}>
          {title}
        </h1>
        {lead !== undefined && <p className="card-lead">{lead}</p>}
      </header>
      {children}
    </>
  )
  if (onSubmit === undefined)
    return (
      <section className="card" data-wide={isWide || undefined}>
        {content}
      </section>
    )
  return (
    <form
      className="card"
      data-wide={isWide || undefined}
      method="post"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {content}
    </form>
  )
}
