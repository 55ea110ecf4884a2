import { Link, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { CreatedKeyView } from '../../keys/created-key.tsx'
import { KeyForm } from '../../keys/key-form.tsx'
import { keyMessages } from '../../keys/messages.ts'
import {
  draftLike,
  keyBodyOf,
  newKeyDraft,
  NewKeyFields,
  type KeyDraft,
} from '../../keys/new-key-fields.tsx'
import { UnseenKeyNotice, useRememberUnseen } from '../../keys/unseen-key.tsx'
import { keysPath, useForgetKeys, useKey, type CreatedKey } from '../../keys/use-keys.ts'
import { useJsonDraft } from '../../session/use-draft.ts'
import { useSession } from '../../session/use-session.ts'
import { useOwnSources } from '../../sources/use-source-names.ts'
import { uiMessages } from '../../ui/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { useAct } from '../../ui/use-act.ts'
import { AccountPage } from '../account-page.tsx'
import { accountMessages } from '../messages.ts'

/** A new key, of its own or in place of another: its settings, then the key itself, once. */
export function NewKeyScreen(): ReactNode {
  const { replaces }: { readonly replaces?: unknown } = useSearch({ strict: false })
  return typeof replaces === 'string' ? <Replacement id={replaces} /> : <NewKey />
}

/** Starts with the settings of the key that is replaced, and leads back to it. */
function Replacement({ id }: { readonly id: string }): ReactNode {
  const account = useMessages(accountMessages)
  const messages = useMessages(keyMessages)
  const ui = useMessages(uiMessages)
  const { data, error, refetch } = useKey('me', id)
  if (data?.may.includes('replace') === true)
    return <NewKey initial={draftLike(data)} replaces={{ id, name: data.name }} />
  return (
    <AccountPage title={messages.newKey} lead={account.newKeyLead}>
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton rows={3} label={ui.loading} />}
      {data !== undefined && <Notice kind="caution">{messages.notReplaceable}</Notice>}
      <Link to={data === undefined ? '/me/keys' : `/me/keys/${id}`}>
        {data === undefined ? account.allKeys : messages.oldKey}
      </Link>
    </AccountPage>
  )
}

type NewKeyProps = {
  readonly initial?: KeyDraft
  readonly replaces?: { readonly id: string; readonly name: string }
}

function NewKey({ initial = newKeyDraft, replaces }: NewKeyProps): ReactNode {
  const account = useMessages(accountMessages)
  const messages = useMessages(keyMessages)
  const [created, setCreated] = useState<CreatedKey | null>(null)
  const forgetKeys = useForgetKeys()
  if (created !== null)
    return (
      <AccountPage title={messages.createdTitle(created.name)} lead={messages.createdLead}>
        <CreatedKeyView apiKey={created.key ?? ''} whose="own">
          <Link
            className="button"
            data-kind="primary"
            to={replaces === undefined ? '/me/keys' : `/me/keys/${replaces.id}`}
            search={replaces === undefined ? {} : { replacement: created.id }}
          >
            {messages.done}
          </Link>
        </CreatedKeyView>
      </AccountPage>
    )
  const lead = replaces === undefined ? account.newKeyLead : messages.replaceLead(replaces.name)
  return (
    <AccountPage title={messages.newKey} lead={lead}>
      <NewKeyForm
        draftName={`new key ${replaces?.id ?? ''}`}
        initial={initial}
        onCreated={(key) => {
          forgetKeys()
          setCreated(key)
        }}
      />
    </AccountPage>
  )
}

type NewKeyFormProps = {
  readonly draftName: string
  readonly initial: KeyDraft
  readonly onCreated: (key: CreatedKey) => void
}

function NewKeyForm({ draftName, initial, onCreated }: NewKeyFormProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(keyMessages)
  const { sources = [], error: sourcesError, readAgain } = useOwnSources()
  const rememberUnseen = useRememberUnseen('me')
  const [draft, keepDraft, dropDraft] = useJsonDraft(draftName, initial)
  const act = useAct(
    () => client.request<CreatedKey>(keysPath('me'), { method: 'POST', json: keyBodyOf(draft) }),
    (key) => {
      dropDraft()
      rememberUnseen(key)
      onCreated(key)
    },
  )
  return (
    <KeyForm onSubmit={() => act.run(undefined)}>
      <UnseenKeyNotice scope="me" />
      {sourcesError !== null && <Problem error={sourcesError} onTryAgain={readAgain} />}
      <NewKeyFields draft={draft} sources={sources} error={act.error} onDraft={keepDraft} />
      <div>
        <SubmitButton act={act}>{messages.createKey}</SubmitButton>
      </div>
    </KeyForm>
  )
}
