import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { useFocus } from '../ui/use-focus.ts'
import { useTitle } from '../ui/use-title.ts'
import { frameMessages } from './messages.ts'
import { Standalone } from './standalone.tsx'
import './message-screen.css'

/** In place of a screen that threw, or whose code is gone since an update. */
export function ErrorScreen(): ReactNode {
  const messages = useMessages(frameMessages)
  const heading = useFocus<HTMLHeadingElement>()
  useTitle(messages.errorTitle)
  return (
    <Standalone>
      <div className="message-screen">
        <h1 ref={heading} tabIndex={-1}>
          {messages.errorTitle}
        </h1>
        <p>{messages.error}</p>
        <Button onClick={() => location.reload()}>{messages.reload}</Button>
      </div>
    </Standalone>
  )
}
