import { KenProblem } from '@ken/client'
import { useState, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { dateInWords } from '../language/words.ts'
import { Choice } from '../ui/fields/choice.tsx'
import { faultyFields } from '../ui/fields/faulty-fields.ts'
import { Field } from '../ui/fields/field.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { keyMessages } from './messages.ts'
import { SourceChoice } from './source-choice.tsx'
import type { Key } from './use-keys.ts'

const lifetimes = ['30', '90', '365', 'never'] as const
type Lifetime = (typeof lifetimes)[number]

/** What is chosen for a new key. */
export type KeyDraft = {
  readonly name: string
  readonly lifetime: Lifetime
  readonly sources: readonly string[] | null
}
export const newKeyDraft: KeyDraft = { name: '', lifetime: '90', sources: null }

const dayMs = 86_400_000

/** The same settings as those of a key that is replaced. */
export function draftLike({ name, sources, created_at, expires_at }: Key): KeyDraft {
  if (expires_at === null) return { name, sources, lifetime: 'never' }
  const days = Math.round((Date.parse(expires_at) - Date.parse(created_at)) / dayMs)
  return { name, sources, lifetime: lifetimes.find((value) => Number(value) >= days) ?? '365' }
}

/** The draft as the server wants it. */
export const keyBodyOf = ({ name, lifetime, sources }: KeyDraft) => ({
  name,
  expires_in_days: lifetime === 'never' ? null : Number(lifetime),
  ...(sources !== null && { sources }),
})

type NewKeyFieldsProps = {
  readonly draft: KeyDraft
  /** What there is to choose from. */
  readonly sources: readonly string[]
  readonly error: unknown
  /** What to say if the server refuses the sources. */
  readonly sourcesFault?: string
  readonly onDraft: (draft: KeyDraft) => void
}

/** Name, lifetime and sources of a new key, each with what the server refuses about it. */
export function NewKeyFields(props: NewKeyFieldsProps): ReactNode {
  const { draft, sources, error, sourcesFault, onDraft } = props
  const messages = useMessages(keyMessages)
  const language = useLanguage()
  const limit = limitOf(error)
  const pointers = faultyFields(error)
  const [corrected, setCorrected] = useState<unknown>(null)
  const isSourcesFault = pointers.has('sources') && corrected !== error
  const isFieldFault = pointers.has('name') || pointers.has('sources')
  const until = (days: number) => dateInWords(new Date(Date.now() + days * dayMs), language)
  const textOf = (value: Lifetime) =>
    value === 'never' ? messages.noEnd : messages.days(Number(value), until(Number(value)))
  return (
    <>
      {limit !== null && (
        <Notice kind="fault" role="alert">
          {messages[limit]}
        </Notice>
      )}
      {error !== null && limit === null && !isFieldFault && <Problem error={error} />}
      <Field
        label={messages.keyName}
        hint={messages.keyNameHint}
        name="name"
        required
        value={draft.name}
        fault={pointers.has('name') ? messages.keyNameInvalid : undefined}
        onChange={({ target }) => onDraft({ ...draft, name: target.value })}
      />
      <SourceChoice
        sources={sources}
        chosen={draft.sources}
        fault={isSourcesFault ? (sourcesFault ?? messages.chooseSources) : null}
        onChoose={(chosen) => {
          setCorrected(error)
          onDraft({ ...draft, sources: chosen })
        }}
      />
      <Choice
        label={messages.lifetime}
        name="lifetime"
        options={lifetimes.map((value) => ({ value, text: textOf(value) }))}
        chosen={draft.lifetime}
        onChoose={(lifetime) => onDraft({ ...draft, lifetime })}
        isStacked
      />
      {draft.lifetime === 'never' && <Notice kind="caution">{messages.noEndHint}</Notice>}
    </>
  )
}

/** The words for the limit that refuses a key. A proxy may have limits of its own. */
function limitOf(error: unknown): 'keyLimit' | 'keyCreations' | null {
  if (!(error instanceof KenProblem)) return null
  if (error.code === 'CONFLICT') return 'keyLimit'
  return error.code === 'RATE_LIMITED' ? 'keyCreations' : null
}
