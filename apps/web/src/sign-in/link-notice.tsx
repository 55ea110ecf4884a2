import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Card } from './card.tsx'
import { signInMessages } from './messages.ts'

type LinkNoticeProps = {
  readonly title: string
  readonly text: string
  readonly advice?: ReactNode
}

/** The end of a way, with the way on. */
export function LinkNotice({ title, text, advice }: LinkNoticeProps): ReactNode {
  const messages = useMessages(signInMessages)
  return (
    <Card title={title} takesFocus>
      <p role="status">{text}</p>
      {advice !== undefined && <p>{advice}</p>}
      <p>
        <Link to="/">{messages.signIn}</Link>
      </p>
    </Card>
  )
}
