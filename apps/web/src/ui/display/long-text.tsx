import type { ReactNode } from 'react'
import './long-text.css'

/** Text of any length in a cell of a table. It wraps, so that the columns beside it stay in view. */
export const LongText = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <span className="long-text">{children}</span>
)
