import type { ComponentType, ReactNode } from 'react'
import type { Capability } from '../session/capability.ts'
import { useMessages } from '../language/use-messages.ts'
import { useProfile } from '../session/use-profile.ts'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Problem } from '../ui/refusals/problem.tsx'
import { useSliced } from '../ui/page/use-sliced.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

/** A screen for people with a capability; for others there is nothing at its address. */
export const guarded =
  (capability: Capability, Screen: ComponentType): ComponentType =>
  () => (
    <Guard capability={capability}>
      <Screen />
    </Guard>
  )

type GuardProps = { readonly capability: Capability; readonly children: ReactNode }

function Guard({ capability, children }: GuardProps): ReactNode {
  const { data: profile, error, refetch } = useProfile()
  const data = useSliced(profile)
  const ui = useMessages(uiMessages)
  if (data !== undefined) return data.may.includes(capability) ? children : <NotFoundScreen />
  if (error !== null) return <Problem error={error} onTryAgain={() => void refetch()} />
  return <Skeleton rows={3} label={ui.loading} />
}
