import { useState, type ReactNode } from 'react'
import { useSession } from '../session/use-session.ts'
import { ActButton } from '../ui/acts/act-button.tsx'
import { ButtonRow } from '../ui/buttons/button-row.tsx'
import { Moment } from '../ui/time/moment.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { useBotKit, useBotWords, type Probed } from './bot-kit.ts'
import type { Bot } from './bot.ts'
import { Fault } from './fault.tsx'
import { useShowBot } from './use-bot.ts'

/** The verdict of the last test, and another one. It says nothing about delivery. */
export function ConnectionTests({ bot }: { readonly bot: Bot }): ReactNode {
  const { client } = useSession()
  const messages = useBotWords()
  const kit = useBotKit()
  const showBot = useShowBot()
  const [probed, setProbed] = useState<Probed | null>(null)
  const act = useAct(
    async () => kit.probedOf(await client.request(`${kit.path}/test`, { method: 'POST' })),
    (answer) => {
      setProbed(answer)
      showBot(answer.bot)
    },
  )
  const { last_test_ok: isGood, last_test_at: at, bot_username: name } = bot
  return (
    <>
      <ButtonRow>
        <ActButton
          kind="secondary"
          act={act}
          disabled={!bot.has_token}
          onClick={() => act.run(undefined)}
        >
          {messages.test}
        </ActButton>
        <span>
          {isGood === null && (bot.has_token ? messages.notTested : messages.tokenFirst)}
          {isGood !== null && (isGood ? messages.lastGood : messages.lastBad)}
          {at !== null && (
            <>
              , <Moment value={at} />
            </>
          )}
        </span>
      </ButtonRow>
      {name !== null && <p>{messages.account(name)}</p>}
      {act.error !== null && <Problem error={act.error} />}
      {probed?.ok === true && <Notice role="status">{messages.tested}</Notice>}
      {probed?.reason != null && (
        <Notice kind="fault" role="alert">
          <Fault reason={probed.reason} detail={probed.detail} />
        </Notice>
      )}
    </>
  )
}
