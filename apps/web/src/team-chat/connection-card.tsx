import { useState, type ReactNode } from 'react'
import type { Contract } from '../contract/contract.ts'
import { useMessages } from '../language/use-messages.ts'
import { useHeld, useJsonDraft } from '../session/use-draft.ts'
import { useSession } from '../session/use-session.ts'
import { ActButton } from '../ui/act-button.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonRow } from '../ui/button-row.tsx'
import { Card } from '../ui/card.tsx'
import { faultyFields } from '../ui/faulty-fields.ts'
import { Field } from '../ui/field.tsx'
import { Moment } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { Problem } from '../ui/problem.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useAct } from '../ui/use-act.ts'
import { teamChatMessages } from './messages.ts'
import { connectionOf, typedOver, type TypedConnection } from './typed-connection.ts'
import { teamChatPath, useShowTeamChat, type TeamChat } from './use-team-chat.ts'

/** Address and token of the server, and whether it accepts them. */
export function ConnectionCard({ teamChat }: { readonly teamChat: TeamChat }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(teamChatMessages)
  const showTeamChat = useShowTeamChat()
  const [typed, setTyped] = useTyped()
  const [isSaved, setSaved] = useState(false)
  const stored = teamChat.base_url ?? ''
  const { address, token, isOther, isOvertaken } = connectionOf(typed, stored)
  const act = useAct(
    () => client.request<TeamChat>(teamChatPath, { method: 'PUT', json: changed() }),
    (saved) => {
      setTyped(null)
      setSaved(true)
      showTeamChat(saved)
    },
  )
  const changed = () => ({
    ...(isOther && { base_url: address === '' ? null : address }),
    ...(token !== '' && { bot_token: token }),
  })
  useHeld(isOther || token !== '')
  const faults = faultyFields(act.error)
  const isFieldFault = faults.has('base_url') || faults.has('bot_token')
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
          value={address}
          fault={addressFault(faults, address, messages)}
          onChange={({ target }) => setTyped(typedOver(typed, stored, { address: target.value }))}
        />
        <Field
          label={messages.token}
          hint={tokenHint(teamChat, isOther, messages)}
          name="bot-token"
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={token}
          fault={faults.has('bot_token') ? messages.tokenInvalid : undefined}
          onChange={({ target }) => setTyped(typedOver(typed, stored, { token: target.value }))}
        />
        <SubmitButton act={act} disabled={!isOther && token === ''}>
          {messages.save}
        </SubmitButton>
      </form>
      <Tests teamChat={teamChat} />
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

type Words = ReturnType<typeof teamChatMessages.current>

const tokenHint = ({ has_token }: TeamChat, isOther: boolean, messages: Words): string => {
  if (!has_token) return messages.tokenNone
  return isOther ? messages.tokenAgain : messages.tokenStored
}

function addressFault(
  faults: ReadonlySet<string>,
  address: string,
  messages: Words,
): string | undefined {
  if (!faults.has('base_url')) return undefined
  return address === '' ? messages.addressMissing : messages.faults.address_invalid
}

type OvertakenProps = { readonly stored: string; readonly onDiscard: () => void }

/** Another administrator changed the address while this one was typing. */
function Overtaken({ stored, onDiscard }: OvertakenProps): ReactNode {
  const messages = useMessages(teamChatMessages)
  return (
    <Notice kind="caution" role="status">
      <p>{stored === '' ? messages.overtakenNone : messages.overtaken(stored)}</p>
      <Button kind="secondary" onClick={onDiscard}>
        {messages.discard}
      </Button>
    </Notice>
  )
}

/** The verdict of the last test, and another one. It says nothing about delivery. */
function Tests({ teamChat }: { readonly teamChat: TeamChat }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(teamChatMessages)
  const showTeamChat = useShowTeamChat()
  const [probed, setProbed] = useState<Contract['ProbedTeamChat'] | null>(null)
  const act = useAct(
    () => client.request<Contract['ProbedTeamChat']>(`${teamChatPath}/test`, { method: 'POST' }),
    (answer) => {
      setProbed(answer)
      showTeamChat(answer.teamchat)
    },
  )
  const { last_test_ok: isGood, last_test_at: at, bot_username: name } = teamChat
  return (
    <>
      <ButtonRow>
        <ActButton kind="secondary" act={act} onClick={() => act.run(undefined)}>
          {messages.test}
        </ActButton>
        <span>
          {isGood === null && messages.notTested}
          {isGood !== null && (isGood ? messages.lastGood : messages.lastBad)}
          {at !== null && (
            <>
              , <Moment value={at} />
            </>
          )}
        </span>
      </ButtonRow>
      {name !== null && <p>{messages.account(name)}</p>}
      <p>
        {messages.lastChanged}: <Moment value={teamChat.updated_at} />
      </p>
      {act.error !== null && <Problem error={act.error} />}
      {probed?.ok === true && <Notice role="status">{messages.tested}</Notice>}
      {probed?.reason != null && (
        <Notice kind="fault" role="alert">
          <p>{messages.faults[probed.reason]}</p>
          <details>
            <summary>{messages.details}</summary>
            <p>{probed.detail}</p>
          </details>
        </Notice>
      )}
    </>
  )
}
