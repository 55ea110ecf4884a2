import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'
import { useFocus } from './use-focus.ts'
import { useTitle } from './use-title.ts'
import './page.css'

type PageProps = {
  readonly title: string
  /** What the screen is for. */
  readonly lead?: ReactNode
  /** At most one primary button. */
  readonly acts?: ReactNode
  /** The way to sibling screens, or back to the list. */
  readonly above?: ReactNode
  /** What was last done. Takes the focus to the heading, because the button that was pressed may be gone. */
  readonly done?: string | null
  readonly children: ReactNode
}

/** A screen: its heading, which has the focus after a navigation, and one column. */
export function Page({ title, lead, acts, above, done = null, children }: PageProps): ReactNode {
  const heading = useFocus<HTMLHeadingElement>(done)
  useTitle(title)
  return (
    <div className="page">
      {above}
      <header className="page-head">
        <div className="page-title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <div className="page-lead">{lead}</div>}
        </div>
        {acts !== undefined && <div className="page-acts">{acts}</div>}
      </header>
      {done !== null && <Notice role="status">{done}</Notice>}
      {children}
    </div>
  )
}
