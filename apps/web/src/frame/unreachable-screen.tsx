import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import type { SessionState } from '../session/session.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/buttons/button.tsx'
import { useFocus } from '../ui/page/use-focus.ts'
import { useSecondsUntil } from '../ui/time/use-seconds.ts'
import { useTitle } from '../ui/page/use-title.ts'
import { frameMessages } from './messages.ts'
import { Standalone } from './standalone.tsx'
import './message-screen.css'
import './unreachable-screen.css'

type UnreachableProps = { readonly state: SessionState & { readonly kind: 'unreachable' } }

/** While Ken does not respond: the page comes back by itself. */
export function UnreachableScreen({ state }: UnreachableProps): ReactNode {
  const messages = useMessages(frameMessages)
  const session = useSession()
  const heading = useFocus<HTMLHeadingElement>()
  const seconds = useSecondsUntil(state.retryAt) ?? 0
  useTitle(messages.unreachableTitle)
  return (
    <Standalone>
      <div className="message-screen">
        <h1 ref={heading} tabIndex={-1}>
          {messages.unreachableTitle}
        </h1>
        <p>{state.wasSignedIn ? messages.unreachableAfter : messages.unreachable}</p>
        <div className="unreachable-acts">
          <Button onClick={session.restore}>{messages.tryNow}</Button>
          {state.wasSignedIn && (
            <Button kind="secondary" onClick={session.giveWay}>
              {messages.signIn}
            </Button>
          )}
        </div>
        <p className="unreachable-next">
          {seconds > 0 ? messages.nextAttempt(seconds) : messages.trying}
        </p>
      </div>
    </Standalone>
  )
}
