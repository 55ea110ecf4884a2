import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CreatedKeyView } from '../keys/created-key.tsx'
import { keyMessages } from '../keys/messages.ts'
import { draftLike, newKeyDraft } from '../keys/new-key-fields.tsx'
import { useKeyCreation, type KeyCreation } from '../keys/use-key-creation.ts'
import { useKey, type CreatedKey, type ShownKey } from '../keys/use-keys.ts'
import { useMessages } from '../language/use-messages.ts'
import { useProfile } from '../session/use-profile.ts'
import { uiMessages } from '../ui/messages.ts'
import { Notice } from '../ui/page/notice.tsx'
import { Page } from '../ui/page/page.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { allKeysMessages } from './messages.ts'
import { NewAnyKeyForm, type AnyKeyDraft } from './new-any-key-form.tsx'
import { ownerOf } from './owner.ts'

const anyKeyDraft: AnyKeyDraft = { kind: 'personal', owner: null, platform: '', key: newKeyDraft }

/** A key for a person or a service, of its own or in place of another. */
export function NewAnyKeyScreen(): ReactNode {
  const { replacedId, creation, onCreated } = useKeyCreation()
  if (creation !== null) return <Created {...creation} />
  return replacedId === null ? (
    <NewAnyKey initial={anyKeyDraft} replaced={null} onCreated={onCreated} />
  ) : (
    <Replacement key={replacedId} id={replacedId} onCreated={onCreated} />
  )
}

type ReplacementProps = Pick<NewAnyKeyProps, 'onCreated'> & { readonly id: string }

/** Starts with the settings of the key that is replaced, and leads back to it. */
function Replacement({ id, onCreated }: ReplacementProps): ReactNode {
  const messages = useMessages(keyMessages)
  const ui = useMessages(uiMessages)
  const { data, error, refetch } = useKey('admin', id)
  if (data?.may.includes('replace') === true)
    return <NewAnyKey initial={anyDraftLike(data)} replaced={data} onCreated={onCreated} />
  return (
    <Page title={messages.newKey} above={<Back replaced={{ id }} />}>
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton rows={3} label={ui.loading} />}
      {data !== undefined && <Notice kind="caution">{messages.notReplaceable}</Notice>}
    </Page>
  )
}

function anyDraftLike(key: ShownKey): AnyKeyDraft {
  const { owner_id: id, owner_email: email, source } = key
  const owner = id === null || email === null ? null : { id, email, name: email }
  return {
    kind: owner === null ? 'service' : 'personal',
    owner,
    platform: source ?? '',
    key: draftLike(key),
  }
}

type Replaced = Pick<ShownKey, 'id'>

/** To the key that is replaced, or to all keys. */
function Back({ replaced }: { readonly replaced: Replaced | null }): ReactNode {
  const all = useMessages(allKeysMessages)
  const messages = useMessages(keyMessages)
  return replaced === null ? (
    <Link to="/admin/keys">{all.all}</Link>
  ) : (
    <Link to={`/admin/keys/${replaced.id}`}>{messages.oldKey}</Link>
  )
}

type NewAnyKeyProps = {
  readonly initial: AnyKeyDraft
  readonly replaced: ShownKey | null
  readonly onCreated: (key: CreatedKey) => void
}

function NewAnyKey({ initial, replaced, onCreated }: NewAnyKeyProps): ReactNode {
  const all = useMessages(allKeysMessages)
  const messages = useMessages(keyMessages)
  return (
    <Page
      title={messages.newKey}
      lead={replaced === null ? all.newLead : messages.replaceLead(replaced.name)}
      above={<Back replaced={replaced} />}
    >
      <NewAnyKeyForm
        draftName={`new key of anyone ${replaced?.id ?? ''}`}
        initial={initial}
        isReplacement={replaced !== null}
        onCreated={onCreated}
      />
    </Page>
  )
}

/** The key, once, and who is notified. */
function Created({ created, replacedId }: KeyCreation): ReactNode {
  const all = useMessages(allKeysMessages)
  const messages = useMessages(keyMessages)
  const profile = useProfile().data
  const isOwn = created.owner_id === profile?.id
  const notified =
    created.owner_email === null ? all.ownersNotified : all.notified(created.owner_email)
  return (
    <Page
      title={
        isOwn
          ? messages.createdTitle(created.name)
          : all.createdFor(created.name, ownerOf(created, all))
      }
      lead={messages.createdLead}
    >
      <Notice>{profile?.features.mail === false ? all.noEmail : notified}</Notice>
      <CreatedKeyView
        created={created}
        scope="admin"
        whose={isOwn ? 'own' : created.kind === 'service' ? 'service' : 'person'}
      >
        <Link
          className="button"
          data-kind="primary"
          to={replacedId === null ? '/admin/keys' : `/admin/keys/${replacedId}`}
          search={replacedId === null ? {} : { replacement: created.id }}
        >
          {messages.done}
        </Link>
      </CreatedKeyView>
    </Page>
  )
}
