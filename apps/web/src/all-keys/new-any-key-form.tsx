import { useState, type ReactNode } from 'react'
import { KeyForm } from '../keys/key-form.tsx'
import { keyMessages } from '../keys/messages.ts'
import { keyBodyOf, NewKeyFields, type KeyDraft } from '../keys/new-key-fields.tsx'
import { UnstoredKeyNotices, useReceiveKey, useStoredKey } from '../keys/unstored-key.tsx'
import { keysPath, type CreatedKey } from '../keys/use-keys.ts'
import { useMessages } from '../language/use-messages.ts'
import { useProfile } from '../session/use-profile.ts'
import { useHeld, useJsonDraft } from '../session/kept/use-draft.ts'
import { useSession } from '../session/use-session.ts'
import { useAllSources } from '../sources/use-source-names.ts'
import { Choice } from '../ui/fields/choice.tsx'
import { faultyFields } from '../ui/fields/faulty-fields.ts'
import { Field } from '../ui/fields/field.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { SubmitButton } from '../ui/acts/submit-button.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { allKeysMessages } from './messages.ts'
import { OwnerChoice, type KeyOwner } from './owner-choice.tsx'

/** What is chosen for a new key of a person or a service. */
export type AnyKeyDraft = {
  readonly kind: 'personal' | 'service'
  readonly owner: KeyOwner | null
  /** The chat platform of a service key. */
  readonly platform: string
  readonly key: KeyDraft
}

/** The draft as the server wants it. */
const bodyOf = ({ kind, owner, platform, key }: AnyKeyDraft) =>
  kind === 'service'
    ? { kind, source: platform.trim(), ...keyBodyOf(key) }
    : { owner_id: owner?.id, ...keyBodyOf(key) }

type NewAnyKeyFormProps = {
  readonly draftName: string
  readonly initial: AnyKeyDraft
  /** Whose key it is stays as it is. */
  readonly isReplacement: boolean
  readonly onCreated: (key: CreatedKey) => void
}

export function NewAnyKeyForm(props: NewAnyKeyFormProps): ReactNode {
  const { draftName, initial, isReplacement, onCreated } = props
  const { client } = useSession()
  const all = useMessages(allKeysMessages)
  const messages = useMessages(keyMessages)
  const { sources = [], error: sourcesError, readAgain } = useAllSources()
  const keepStored = useStoredKey('admin')
  const receive = useReceiveKey('admin')
  const [draft, keepDraft, dropDraft] = useJsonDraft(draftName, initial)
  const [wasSent, setSent] = useState(false)
  const act = useAct(
    () =>
      receive(
        draft.key.name,
        client.request<CreatedKey>(keysPath('admin'), { method: 'POST', json: bodyOf(draft) }),
      ),
    (key) => {
      dropDraft()
      keepStored(key, false)
      onCreated(key)
    },
  )
  useHeld(act.isBusy, messages.leave)
  const isMissing = draft.kind === 'personal' && draft.owner === null
  const isPlatformFault = faultyFields(act.error).has('source')
  return (
    <KeyForm
      onSubmit={(form) => {
        setSent(true)
        if (!isMissing) return act.run(undefined)
        // The same fault as before changes nothing that would move the focus.
        form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      }}
    >
      {isReplacement ? (
        <p>
          {draft.owner === null
            ? all.service(draft.platform)
            : all.forPerson(draft.owner.name, null)}
        </p>
      ) : (
        <WhoseKey
          draft={draft}
          isMissing={wasSent && isMissing}
          isPlatformFault={isPlatformFault}
          onDraft={keepDraft}
        />
      )}
      <UnstoredKeyNotices scope="admin" />
      {sourcesError !== null && <Problem error={sourcesError} onTryAgain={readAgain} />}
      <NewKeyFields
        draft={draft.key}
        sources={sources}
        error={isPlatformFault ? null : act.error}
        sourcesFault={all.sourcesFault}
        onDraft={(key) => keepDraft({ ...draft, key })}
      />
      <div>
        <SubmitButton act={act}>{messages.createKey}</SubmitButton>
      </div>
    </KeyForm>
  )
}

type WhoseKeyProps = {
  readonly draft: AnyKeyDraft
  readonly isMissing: boolean
  readonly isPlatformFault: boolean
  readonly onDraft: (draft: AnyKeyDraft) => void
}

/** Of a person or, for those who may, of a service. */
function WhoseKey({ draft, isMissing, isPlatformFault, onDraft }: WhoseKeyProps): ReactNode {
  const all = useMessages(allKeysMessages)
  const mayServe = useProfile().data?.may.includes('service_keys.create') === true
  return (
    <>
      {mayServe && (
        <Choice
          label={all.kind}
          name="kind"
          options={(['personal', 'service'] as const).map((value) => ({
            value,
            text: all.kinds[value],
          }))}
          chosen={draft.kind}
          onChoose={(kind) => onDraft({ ...draft, kind })}
        />
      )}
      {draft.kind === 'personal' ? (
        <OwnerChoice
          owner={draft.owner}
          isMissing={isMissing}
          onChoose={(owner) => onDraft({ ...draft, owner })}
        />
      ) : (
        <Field
          label={all.platform}
          hint={all.platformHint}
          name="platform"
          required
          maxLength={63}
          autoComplete="off"
          spellCheck={false}
          value={draft.platform}
          fault={isPlatformFault ? all.platformFault : undefined}
          onChange={({ target }) => onDraft({ ...draft, platform: target.value })}
        />
      )}
    </>
  )
}
