import { useState, type ReactNode } from 'react'
import { useSession } from '../session/use-session.ts'
import { ActButton } from '../ui/acts/act-button.tsx'
import { Card } from '../ui/display/card.tsx'
import { faultyFields } from '../ui/fields/faulty-fields.ts'
import { Notice } from '../ui/page/notice.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { useBotKit } from './bot-kit.ts'
import type { Bot } from './bot.ts'
import { ProbeProblem } from './probe-problem.tsx'
import { useForgetBot, useShowBot } from './use-bot.ts'

type TransportSwitchProps = {
  /** Whether the platform sends messages to Ken. */
  readonly isPosted: boolean
  readonly transports: { readonly posted: string; readonly fetched: string }
  readonly words: {
    readonly transport: string
    readonly isPosted: string
    readonly isFetched: string
    readonly nowPosted: string
    readonly nowFetched: string
    readonly post: string
    readonly fetch: string
    readonly insecure: string
    readonly refusedTransport: string
  }
  readonly children?: ReactNode
}

/** Who connects to whom, and the other way round. */
export function TransportSwitch({
  isPosted,
  transports,
  words,
  children,
}: TransportSwitchProps): ReactNode {
  const { client } = useSession()
  const kit = useBotKit()
  const [showBot, forgetBot] = [useShowBot(), useForgetBot()]
  const [done, setDone] = useState<string | null>(null)
  const act = useAct(
    async (transport: string): Promise<Bot> => {
      try {
        const json = { transport }
        return kit.botOf(await client.request(kit.path, { method: 'PUT', json }))
      } finally {
        forgetBot()
      }
    },
    (changed) => {
      showBot(changed)
      setDone(isPosted ? words.nowFetched : words.nowPosted)
    },
  )
  const isInsecure = faultyFields(act.error).has('transport')
  return (
    <Card title={words.transport} done={done}>
      <p>{isPosted ? words.isPosted : words.isFetched}</p>
      {children}
      {isInsecure && (
        <Notice kind="fault" role="alert">
          <p>{words.insecure}</p>
        </Notice>
      )}
      {act.error !== null && !isInsecure && (
        <ProbeProblem error={act.error} lead={words.refusedTransport} />
      )}
      <div>
        <ActButton
          kind="secondary"
          act={act}
          onClick={() => {
            setDone(null)
            act.run(isPosted ? transports.fetched : transports.posted)
          }}
        >
          {isPosted ? words.fetch : words.post}
        </ActButton>
      </div>
    </Card>
  )
}
