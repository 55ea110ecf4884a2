import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/buttons/button.tsx'
import { useFocus } from '../ui/page/use-focus.ts'
import { useTitle } from '../ui/page/use-title.ts'
import { frameMessages } from './messages.ts'
import './message-screen.css'

type BrokenProps = {
  /** What a report about it needs. */
  readonly children?: ReactNode
}

/** A screen threw. */
export function Broken({ children }: BrokenProps): ReactNode {
  const messages = useMessages(frameMessages)
  const session = useSession()
  const heading = useFocus<HTMLHeadingElement>()
  useTitle(messages.errorTitle)
  return (
    <div className="message-screen">
      <h1 ref={heading} tabIndex={-1}>
        {messages.errorTitle}
      </h1>
      <p>{messages.error}</p>
      {children}
      <Button onClick={() => session.renew() || location.reload()}>{messages.reload}</Button>
    </div>
  )
}
