import { useState, type ReactNode } from 'react'
import { useBotKit } from '../bots/bot-kit.ts'
import type { Bot } from '../bots/bot.ts'
import { ConnectionTests } from '../bots/connection-tests.tsx'
import { useShowBot } from '../bots/use-bot.ts'
import { useSaved } from '../bots/use-saved.ts'
import { useMessages } from '../language/use-messages.ts'
import { useHeld } from '../session/kept/use-draft.ts'
import { useSession } from '../session/use-session.ts'
import { Card } from '../ui/display/card.tsx'
import { faultyFields } from '../ui/fields/faulty-fields.ts'
import { Field } from '../ui/fields/field.tsx'
import { TokenField } from '../ui/fields/token-field.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { SubmitButton } from '../ui/acts/submit-button.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { workspaceChatMessages } from './messages.ts'

const nothing = { bot_token: '', app_token: '', app_id: '', signing_secret: '' }
type FieldName = keyof typeof nothing
type FieldWords = { readonly label: string; readonly hint: string; readonly fault: string }

/** What the app acts with, and whether the platform accepts it. What is typed is secret and no draft. */
export function TokensCard({ bot }: { readonly bot: Bot }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(workspaceChatMessages)
  const kit = useBotKit()
  const showBot = useShowBot()
  const [typed, setTyped] = useState(nothing)
  const [isSaved, setSaved] = useSaved(bot)
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
  const isByHttp = bot.app?.transport === 'http'
  // The server asks for the token that names the app; by HTTP, its id does.
  const faults = new Set(
    [...faultyFields(act.error)].map((name) =>
      isByHttp && name === 'app_token' ? 'app_id' : name,
    ),
  )
  const words = useFieldWords(bot, typed)
  const field = (name: FieldName) => {
    const OneField = name === 'app_id' ? Field : TokenField
    return (
      <OneField
        label={words[name].label}
        hint={words[name].hint}
        name={name}
        autoComplete="off"
        spellCheck={false}
        readOnly={act.isBusy}
        value={typed[name]}
        fault={faults.has(name) ? words[name].fault : undefined}
        onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
      />
    )
  }
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
        {field('bot_token')}
        {isByHttp ? (
          <>
            {field('app_id')}
            {field('signing_secret')}
          </>
        ) : (
          <>
            {field('app_token')}
            <details>
              <summary>{messages.forHttp}</summary>
              {field('signing_secret')}
            </details>
          </>
        )}
        <p>{messages.tokensHint}</p>
        <SubmitButton act={act} disabled={given.length === 0}>
          {messages.save}
        </SubmitButton>
      </form>
      <ConnectionTests bot={bot} />
    </Card>
  )
}

/** The words of each field. */
function useFieldWords(
  { has_token: hasToken, app }: Bot,
  typed: typeof nothing,
): { readonly [Name in FieldName]: FieldWords } {
  const messages = useMessages(workspaceChatMessages)
  const storedOr = (isStored: boolean) => (isStored ? messages.tokenStored : messages.tokenNone)
  return {
    bot_token: {
      label: messages.token,
      hint: storedOr(hasToken),
      fault: messages.tokenInvalid,
    },
    app_token: {
      label: messages.appToken,
      hint: storedOr(app?.has_app_token === true),
      fault: typed.app_token.trim() === '' ? messages.appTokenFirst : messages.appTokenInvalid,
    },
    app_id: {
      label: messages.appId,
      hint: app?.app_id == null ? messages.appIdHint : messages.appIdIs(app.app_id),
      fault: messages.appIdInvalid,
    },
    signing_secret: {
      label: messages.signingSecret,
      hint: app?.has_signing_secret === true ? messages.secretStored : messages.secretNone,
      fault: messages.signingSecretInvalid,
    },
  }
}
