import type { ReactNode } from 'react'
import './button-row.css'

/** Buttons beside each other, below each other where there is no room. */
export const ButtonRow = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className="button-row">{children}</div>
)
