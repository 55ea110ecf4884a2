import { KenProblem } from '@ken/client'
import { useState, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { dateInWords } from '../language/words.ts'
import { useDraft, useSession } from '../session/use-session.ts'
import { Choice } from '../ui/choice.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Problem } from '../ui/problem.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useAct } from '../ui/use-act.ts'
import { AccountPage } from './account-page.tsx'
import { CreatedKeyView } from './created-key.tsx'
import { accountMessages } from './messages.ts'
import { useForgetKeys, type CreatedKey } from './use-keys.ts'
import './new-key-screen.css'

const lifetimes = ['30', '90', '365', 'never'] as const
type Lifetime = (typeof lifetimes)[number]
const dayMs = 86_400_000
const nameLengthMax = 100

/** A new key: its name and its end, then the key itself, once. */
export function NewKeyScreen(): ReactNode {
  const messages = useMessages(accountMessages)
  const [created, setCreated] = useState<CreatedKey | null>(null)
  const forgetKeys = useForgetKeys()
  if (created !== null) return <CreatedKeyView created={created} />
  return (
    <AccountPage title={messages.newKey} lead={messages.newKeyLead}>
      <NewKeyForm
        onCreated={(key) => {
          forgetKeys()
          setCreated(key)
        }}
      />
    </AccountPage>
  )
}

function NewKeyForm({ onCreated }: { readonly onCreated: (key: CreatedKey) => void }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(accountMessages)
  const language = useLanguage()
  const [name, keepName, dropDraft] = useDraft('new key', '')
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const act = useAct(
    () =>
      client.request<CreatedKey>('/api/v1/me/keys', {
        method: 'POST',
        json: { name, expires_in_days: lifetime === 'never' ? null : Number(lifetime) },
      }),
    (key) => {
      dropDraft()
      onCreated(key)
    },
  )
  const isLimit = act.error instanceof KenProblem && act.error.status === 409
  const isNameFault = act.error instanceof KenProblem && act.error.code === 'INVALID_REQUEST'
  const until = (days: number) => dateInWords(new Date(Date.now() + days * dayMs), language)
  const textOf = (value: Lifetime) =>
    value === 'never' ? messages.noEnd : messages.days(Number(value), until(Number(value)))
  return (
    <form
      className="new-key"
      onSubmit={(event) => {
        event.preventDefault()
        act.run(undefined)
      }}
    >
      <Field
        label={messages.keyName}
        hint={messages.keyNameHint}
        name="name"
        required
        maxLength={nameLengthMax}
        value={name}
        fault={isNameFault ? messages.keyNameInvalid : undefined}
        onChange={({ target }) => keepName(target.value)}
      />
      <Choice
        label={messages.lifetime}
        name="lifetime"
        options={lifetimes.map((value) => ({ value, text: textOf(value) }))}
        chosen={lifetime}
        onChoose={setLifetime}
      />
      {lifetime === 'never' && <Notice kind="caution">{messages.noEndHint}</Notice>}
      {isLimit && (
        <Notice kind="fault" role="alert">
          {messages.keyLimit}
        </Notice>
      )}
      {act.error !== null && !isLimit && !isNameFault && <Problem error={act.error} />}
      <div>
        <SubmitButton act={act}>{messages.createKey}</SubmitButton>
      </div>
    </form>
  )
}
