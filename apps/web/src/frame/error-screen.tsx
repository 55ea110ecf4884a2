import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useSession } from '../session/use-session.ts'
import { Broken } from './broken.tsx'
import { Standalone } from './standalone.tsx'

type ErrorProps = { readonly error: unknown }

/** Loaded with the frame, before anything fails; without it the page still says what happened. */
const Recovery = lazy(async () => {
  try {
    return { default: (await import('./watch.tsx')).Recovery }
  } catch {
    return { default: () => <Broken /> }
  }
})

/** In place of a screen that threw, inside the frame. Later responses do not change what a report names. */
export function ErrorScreen({ error }: ErrorProps): ReactNode {
  const [lastRequestId] = useState(useSession().lastRequestId)
  return (
    <Suspense>
      <Recovery error={error} lastRequestId={lastRequestId} />
    </Suspense>
  )
}

/** The same where the frame itself is missing. */
export const RootErrorScreen = (props: ErrorProps): ReactNode => (
  <Standalone hasThrown>
    <ErrorScreen {...props} />
  </Standalone>
)
