import { useEffect, useRef, type ReactNode } from 'react'
import { Notice } from '../page/notice.tsx'
import './card.css'

type CardProps = {
  readonly title: string
  /** What was last done. Takes the focus to the heading, because the button may be gone. */
  readonly done?: string | null
  readonly children: ReactNode
}

/** One part of a screen with a heading of its own. */
export function Card({ title, done = null, children }: CardProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (done !== null) heading.current?.focus()
  }, [done])
  return (
    <section className="card-part">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {done !== null && <Notice role="status">{done}</Notice>}
      {children}
    </section>
  )
}
