import { useState, type ReactNode } from 'react'
import { useHeld, useJsonDraft } from '../session/kept/use-draft.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Card } from '../ui/display/card.tsx'
import { faultyFields } from '../ui/fields/faulty-fields.ts'
import { Field } from '../ui/fields/field.tsx'
import { TokenField } from '../ui/fields/token-field.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { SubmitButton } from '../ui/acts/submit-button.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { useBotKit, useBotWords, type BotWords } from './bot-kit.ts'
import { ConnectionTests } from './connection-tests.tsx'
import { connectionOf, typedOver, type TypedConnection } from './typed-connection.ts'
import type { Bot } from './bot.ts'
import { useShowBot } from './use-bot.ts'
import { useSaved } from './use-saved.ts'

type ConnectionCardProps = {
  readonly bot: Bot
  /** The field of the address, in requests and refusals. */
  readonly addressField: 'base_url' | 'api_root'
}

/** Address and token of the server, and whether it accepts them. */
export function ConnectionCard({ bot, addressField }: ConnectionCardProps): ReactNode {
  const { client } = useSession()
  const messages = useBotWords()
  const kit = useBotKit()
  const showBot = useShowBot()
  const [typed, setTyped] = useTyped()
  const [isSaved, setSaved] = useSaved(bot)
  const stored = bot.address ?? ''
  const { address, token, isOther, isOvertaken } = connectionOf(typed, stored)
  const act = useAct(
    async () => kit.botOf(await client.request(kit.path, { method: 'PUT', json: changed() })),
    (saved) => {
      setTyped(null)
      setSaved(true)
      showBot(saved)
    },
  )
  const changed = () => ({
    ...(isOther && { [addressField]: address === '' ? null : address }),
    ...(token !== '' && { bot_token: token }),
  })
  useHeld(isOther || token !== '')
  const faults = faultyFields(act.error)
  const isFieldFault = faults.has(addressField) || faults.has('bot_token')
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
        {act.error !== null && !isFieldFault && <Problem error={act.error} />}
        {isOvertaken && <Overtaken stored={stored} onDiscard={() => setTyped(null)} />}
        <Field
          label={messages.address}
          hint={messages.addressHint}
          name="address"
          inputMode="url"
          spellCheck={false}
          readOnly={act.isBusy}
          value={address}
          fault={addressFault(faults.has(addressField), address, messages)}
          onChange={({ target }) => setTyped(typedOver(typed, stored, { address: target.value }))}
        />
        <TokenField
          label={messages.token}
          hint={tokenHint(bot, isOther, messages)}
          name="bot-token"
          readOnly={act.isBusy}
          value={token}
          fault={faults.has('bot_token') ? messages.tokenInvalid : undefined}
          onChange={({ target }) => setTyped(typedOver(typed, stored, { token: target.value }))}
        />
        <SubmitButton act={act} disabled={!isOther && token === ''}>
          {messages.save}
        </SubmitButton>
      </form>
      <ConnectionTests bot={bot} />
    </Card>
  )
}

type Typed = TypedConnection | null
type TypedAddress = { readonly address: string | null; readonly over: string }

/** What was typed: the address is kept as a draft, the token is a secret and is not. */
function useTyped(): readonly [typed: Typed, keep: (typed: Typed) => void] {
  const [draft, keepDraft] = useJsonDraft<TypedAddress>('connection', { address: null, over: '' })
  const [secret, setSecret] = useState<TypedConnection | null>(null)
  const kept = draft.address === null ? null : { ...draft, token: secret?.token ?? '' }
  const keep = (typed: Typed) => {
    const { address = null, token = '', over = '' } = typed ?? {}
    keepDraft(address === null ? { address, over: '' } : { address, over })
    setSecret(token === '' ? null : typed)
  }
  return [kept ?? secret, keep]
}

const tokenHint = ({ has_token }: Bot, isOther: boolean, messages: BotWords): string => {
  if (!has_token) return messages.tokenNone
  return isOther ? messages.tokenAgain : messages.tokenStored
}

function addressFault(isFaulty: boolean, address: string, messages: BotWords): string | undefined {
  if (!isFaulty) return undefined
  return address === '' ? messages.addressMissing : messages.faults['address_invalid']
}

type OvertakenProps = { readonly stored: string; readonly onDiscard: () => void }

/** Another administrator changed the address while this one was typing. */
function Overtaken({ stored, onDiscard }: OvertakenProps): ReactNode {
  const messages = useBotWords()
  return (
    <Notice kind="caution" role="status">
      <p>{stored === '' ? messages.overtakenNone : messages.overtaken(stored)}</p>
      <Button kind="secondary" onClick={onDiscard}>
        {messages.discard}
      </Button>
    </Notice>
  )
}
