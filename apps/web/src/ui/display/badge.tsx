import type { ReactNode } from 'react'
import './badge.css'

type BadgeProps = {
  readonly kind?: 'plain' | 'good' | 'caution' | 'fault'
  readonly children: ReactNode
}

/** A state in one or two words. The words say it; the colour repeats it. */
export const Badge = ({ kind = 'plain', children }: BadgeProps): ReactNode => (
  <span className="badge" data-kind={kind}>
    {children}
  </span>
)
