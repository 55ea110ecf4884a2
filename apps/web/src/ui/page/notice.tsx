import type { ReactNode } from 'react'
import './notice.css'

type NoticeProps = {
  readonly kind?: 'plain' | 'caution' | 'fault'
  /** Read out when it appears. */
  readonly role?: 'alert' | 'status'
  readonly children: ReactNode
}

/** A sentence or two that belong to the whole of what is below. */
export const Notice = ({ kind = 'plain', role, children }: NoticeProps): ReactNode => (
  <div className="notice" data-kind={kind} role={role}>
    {children}
  </div>
)
