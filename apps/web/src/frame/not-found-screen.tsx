import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useFocus } from '../ui/page/use-focus.ts'
import { useTitle } from '../ui/page/use-title.ts'
import { frameMessages } from './messages.ts'
import './message-screen.css'

/** The same for what does not exist and for what this person may not see. */
export function NotFoundScreen(): ReactNode {
  const messages = useMessages(frameMessages)
  const heading = useFocus<HTMLHeadingElement>()
  useTitle(messages.notFoundTitle)
  return (
    <div className="message-screen">
      <h1 ref={heading} tabIndex={-1}>
        {messages.notFoundTitle}
      </h1>
      <p>{messages.notFound}</p>
      <p>
        <Link to="/">{messages.toStart}</Link>
      </p>
    </div>
  )
}
