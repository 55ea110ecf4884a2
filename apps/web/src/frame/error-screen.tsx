import { lazy, Suspense, type ReactNode } from 'react'
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

/** In place of a screen that threw, inside the frame. */
export const ErrorScreen = ({ error }: ErrorProps): ReactNode => (
  <Suspense>
    <Recovery error={error} />
  </Suspense>
)

/** The same where the frame itself is missing. */
export const RootErrorScreen = (props: ErrorProps): ReactNode => (
  <Standalone>
    <ErrorScreen {...props} />
  </Standalone>
)
