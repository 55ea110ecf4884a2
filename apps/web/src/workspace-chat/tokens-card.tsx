import { useState, type ReactNode } from 'react'
import { useBotKit } from '../bots/bot-kit.ts'
import type { Bot } from '../bots/bot.ts'
import { ConnectionTests } from '../bots/connection-tests.tsx'
import { useShowBot } from '../bots/use-bot.ts'
import { useMessages } from '../language/use-messages.ts'
import { useHeld } from '../session/use-draft.ts'
import { useSession } from '../session/use-session.ts'
import { Card } from '../ui/card.tsx'
import { faultyFields } from '../ui/faulty-fields.ts'
import { Field } from '../ui/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useAct } from '../ui/use-act.ts'
import { workspaceChatMessages } from './messages.ts'

const nothing = { bot_token: '', app_token: '' }

/** The two tokens of the app, and whether the platform accepts them. What is typed is a secret and no draft. */
export function TokensCard({ bot }: { readonly bot: Bot }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(workspaceChatMessages)
  const kit = useBotKit()
  const showBot = useShowBot()
  const [typed, setTyped] = useState(nothing)
  const [isSaved, setSaved] = useState(false)
  const given = Object.entries(typed).filter(([, token]) => token.trim() !== '')
  const act = useAct(
    async () => {
      const json = Object.fromEntries(given)
      return kit.botOf(await client.request(kit.path, { method: 'PUT', json }))
    },
    (saved) => {
      setTyped(nothing)
      setSaved(true)
      showBot(saved)
    },
  )
  useHeld(given.length > 0)
  const faults = faultyFields(act.error)
  const field = (
    name: keyof typeof nothing,
    words: { label: string; fault: string },
    has: boolean,
  ) => (
    <Field
      label={words.label}
      hint={has ? messages.tokenStored : messages.tokenNone}
      name={name}
      type="password"
      autoComplete="off"
      spellCheck={false}
      value={typed[name]}
      fault={faults.has(name) ? words.fault : undefined}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
    />
  )
  const { token, tokenInvalid, appToken, appTokenInvalid, appTokenFirst } = messages
  const appFault = typed.app_token.trim() === '' ? appTokenFirst : appTokenInvalid
  return (
    <Card title={messages.connection} done={isSaved ? messages.saved : null}>
      <form
        className="card-form"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          setSaved(false)
          act.run(undefined)
        }}
      >
        {act.error !== null && faults.size === 0 && <Problem error={act.error} />}
        {field('bot_token', { label: token, fault: tokenInvalid }, bot.has_token)}
        {field('app_token', { label: appToken, fault: appFault }, bot.app?.has_app_token === true)}
        <p>{messages.tokensHint}</p>
        <SubmitButton act={act} disabled={given.length === 0}>
          {messages.save}
        </SubmitButton>
      </form>
      <ConnectionTests bot={bot} />
    </Card>
  )
}
