import type { ReactNode } from 'react'
import { useState } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { ActButton } from '../ui/acts/act-button.tsx'
import { Card } from '../ui/display/card.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { systemMessages } from './messages.ts'
import { systemPath } from './use-system.ts'

/** Sends an email to the person who asks, to see whether email arrives. */
export function TestEmail(): ReactNode {
  const { client } = useSession()
  const messages = useMessages(systemMessages)
  const [done, setDone] = useState<string | null>(null)
  const act = useAct(
    () => client.request(`${systemPath}/test-mail`, { method: 'POST' }),
    () => setDone(messages.testSent),
  )
  return (
    <Card title={messages.email} done={done}>
      <p>{messages.testHint}</p>
      {act.error !== null && <Problem error={act.error} />}
      <div>
        <ActButton
          kind="secondary"
          act={act}
          onClick={() => {
            setDone(null)
            act.run(undefined)
          }}
        >
          {messages.sendTest}
        </ActButton>
      </div>
    </Card>
  )
}
