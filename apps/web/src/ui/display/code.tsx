import type { ReactNode } from 'react'

type CodeProps = { readonly className?: string; readonly children: ReactNode }

/** A secret, an id or a command: the translator of a browser neither changes it nor sends it to its service. */
export function Code({ className, children }: CodeProps): ReactNode {
  return (
    <code className={className} translate="no">
      {children}
    </code>
  )
}
