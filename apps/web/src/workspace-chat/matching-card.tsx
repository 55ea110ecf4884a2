import { useState, type ReactNode } from 'react'
import { useBotKit } from '../bots/bot-kit.ts'
import type { Bot } from '../bots/bot.ts'
import { useForgetBot, useShowBot } from '../bots/use-bot.ts'
import { useMessages } from '../language/use-messages.ts'
import { useProfile } from '../session/use-profile.ts'
import { useSession } from '../session/use-session.ts'
import { ActButton } from '../ui/acts/act-button.tsx'
import { Card } from '../ui/display/card.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { workspaceChatMessages } from './messages.ts'

/** Whether members are linked by their address. It can do what a service key can, so the same people turn it on. */
export function MatchingCard({ bot }: { readonly bot: Bot }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(workspaceChatMessages)
  const kit = useBotKit()
  const [showBot, forgetBot] = [useShowBot(), useForgetBot()]
  const mayTurnOn = useProfile().data?.may.includes('service_keys.create') === true
  const [done, setDone] = useState<string | null>(null)
  const isOn = bot.app?.match_by_email === true
  const act = useAct(
    async () => {
      try {
        const json = { match_by_email: !isOn }
        return kit.botOf(await client.request(kit.path, { method: 'PUT', json }))
      } finally {
        forgetBot()
      }
    },
    (changed) => {
      showBot(changed)
      setDone(
        changed.app?.match_by_email === true
          ? messages.matchingTurnedOn
          : messages.matchingTurnedOff,
      )
    },
  )
  return (
    <Card title={messages.matching} done={done}>
      <p>{isOn ? messages.matchingOn : messages.matchingOff}</p>
      <p>{messages.matchingText}</p>
      {act.error !== null && <Problem error={act.error} />}
      {isOn || mayTurnOn ? (
        <div>
          <ActButton
            kind="secondary"
            act={act}
            onClick={() => {
              setDone(null)
              act.run(undefined)
            }}
          >
            {isOn ? messages.matchingTurnOff : messages.matchingTurnOn}
          </ActButton>
        </div>
      ) : (
        <p>{messages.matchingForOwners}</p>
      )}
    </Card>
  )
}
