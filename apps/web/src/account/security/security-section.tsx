import { useEffect, useRef, type ReactNode } from 'react'
import { Notice } from '../../ui/page/notice.tsx'
import './security-section.css'

/** What an act of a section has done. */
export type Done = { readonly text: string }

type SecuritySectionProps = {
  readonly title: string
  /** Takes the focus to the section, because the button that was pressed may be gone. */
  readonly done: Done | null
  readonly children: ReactNode
}

/** One part of the security of an account, with what was last done to it. */
export function SecuritySection({ title, done, children }: SecuritySectionProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (done !== null) heading.current?.focus()
  }, [done])
  return (
    <section className="security-section">
      <h2 ref={heading} tabIndex={-1} className="security-heading">
        {title}
      </h2>
      {done !== null && <Notice role="status">{done.text}</Notice>}
      {children}
    </section>
  )
}
