import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
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
import { UnstoredKeyNotices, useReceiveKey, useStoredKey } from '../../keys/unstored-key.tsx'
import { useKeyCreation, type KeyCreation } from '../../keys/use-key-creation.ts'
import { keysPath, useKey, type CreatedKey } from '../../keys/use-keys.ts'
import { useHeld, useJsonDraft } from '../../session/kept/use-draft.ts'
import { useSession } from '../../session/use-session.ts'
import { useOwnSources } from '../../sources/use-source-names.ts'
import { uiMessages } from '../../ui/messages.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { Problem } from '../../ui/refusals/problem.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { SubmitButton } from '../../ui/acts/submit-button.tsx'
import { useAct } from '../../ui/acts/use-act.ts'
import { AccountPage } from '../account-page.tsx'
import { accountMessages } from '../messages.ts'

/** A new key, of its own or in place of another: its settings, then the key itself, once. */
export function NewKeyScreen(): ReactNode {
  const { replacedId, creation, onCreated } = useKeyCreation()
  if (creation !== null) return <Created {...creation} />
  return replacedId === null ? (
    <NewKey onCreated={onCreated} />
  ) : (
    <Replacement key={replacedId} id={replacedId} onCreated={onCreated} />
  )
}

/** The key, once. */
function Created({ created, replacedId }: KeyCreation): ReactNode {
  const messages = useMessages(keyMessages)
  return (
    <AccountPage title={messages.createdTitle(created.name)} lead={messages.createdLead}>
      <CreatedKeyView created={created} scope="me" whose="own">
        <Link
          className="button"
          data-kind="primary"
          to={replacedId === null ? '/me/keys' : `/me/keys/${replacedId}`}
          search={replacedId === null ? {} : { replacement: created.id }}
        >
          {messages.done}
        </Link>
      </CreatedKeyView>
    </AccountPage>
  )
}

type ReplacementProps = Pick<NewKeyFormProps, 'onCreated'> & { readonly id: string }

/** Starts with the settings of the key that is replaced, and leads back to it. */
function Replacement({ id, onCreated }: ReplacementProps): ReactNode {
  const account = useMessages(accountMessages)
  const messages = useMessages(keyMessages)
  const ui = useMessages(uiMessages)
  const { data, error, refetch } = useKey('me', id)
  if (data?.may.includes('replace') === true)
    return (
      <NewKey initial={draftLike(data)} replaces={{ id, name: data.name }} onCreated={onCreated} />
    )
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

type NewKeyProps = Pick<NewKeyFormProps, 'onCreated'> & {
  readonly initial?: KeyDraft
  readonly replaces?: { readonly id: string; readonly name: string }
}

function NewKey({ initial = newKeyDraft, replaces, onCreated }: NewKeyProps): ReactNode {
  const account = useMessages(accountMessages)
  const messages = useMessages(keyMessages)
  const lead = replaces === undefined ? account.newKeyLead : messages.replaceLead(replaces.name)
  return (
    <AccountPage title={messages.newKey} lead={lead}>
      <NewKeyForm
        draftName={`new key ${replaces?.id ?? ''}`}
        initial={initial}
        onCreated={onCreated}
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
  const keepStored = useStoredKey('me')
  const receive = useReceiveKey('me')
  const [draft, keepDraft, dropDraft] = useJsonDraft(draftName, initial)
  const act = useAct(
    () =>
      receive(
        draft.name,
        client.request<CreatedKey>(keysPath('me'), { method: 'POST', json: keyBodyOf(draft) }),
      ),
    (key) => {
      dropDraft()
      keepStored(key, false)
      onCreated(key)
    },
  )
  useHeld(act.isBusy, messages.leave)
  return (
    <KeyForm onSubmit={() => act.run(undefined)}>
      <UnstoredKeyNotices scope="me" />
      {sourcesError !== null && <Problem error={sourcesError} onTryAgain={readAgain} />}
      <NewKeyFields draft={draft} sources={sources} error={act.error} onDraft={keepDraft} />
      <div>
        <SubmitButton act={act}>{messages.createKey}</SubmitButton>
      </div>
    </KeyForm>
  )
}
