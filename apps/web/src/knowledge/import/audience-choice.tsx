import type { Page } from '@ken/client'
import { useId, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { Picker } from '../../list/picker.tsx'
import { useSession } from '../../session/use-session.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import '../../ui/field.css'
import { knowledgeMessages } from '../messages.ts'
import './import-form.css'

type AudienceChoiceProps = {
  /** Principals. None is chosen beforehand: a wrong one publishes what is confidential. */
  readonly chosen: readonly string[]
  readonly fault: string | null
  readonly onChoose: (chosen: readonly string[]) => void
}

const kinds = ['everyone', 'role:Owner', 'role:Admin', 'role:Member'] as const

/** Who may see the documents. */
export function AudienceChoice({ chosen, fault, onChoose }: AudienceChoiceProps): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const id = useId()
  const groups = chosen.filter((principal) => principal.startsWith('group:'))
  const toggle = (principal: string, isChosen: boolean) =>
    onChoose(
      isChosen
        ? [...chosen.filter((one) => one !== principal), principal]
        : chosen.filter((one) => one !== principal),
    )
  const box = (principal: string, text: string, isFirst = false) => (
    <Checkbox
      key={principal}
      checked={chosen.includes(principal)}
      aria-invalid={fault === null || !isFirst ? undefined : true}
      onChange={({ target }) => toggle(principal, target.checked)}
    >
      {text}
    </Checkbox>
  )
  return (
    <fieldset
      className="audience"
      aria-describedby={fault === null ? `${id}-hint` : `${id}-fault ${id}-hint`}
    >
      <legend className="audience-label">{messages.audience}</legend>
      {kinds.map((kind, position) => box(kind, messages.audiences[kind], position === 0))}
      {groups.map((group) => box(group, messages.audienceGroup(group.slice('group:'.length))))}
      <GroupPicker onPick={(slug) => toggle(`group:${slug}`, true)} />
      {fault !== null && (
        <p id={`${id}-fault`} className="field-fault">
          {fault}
        </p>
      )}
      <p id={`${id}-hint`} className="field-hint">
        {messages.audienceHint}
      </p>
    </fieldset>
  )
}

function GroupPicker({ onPick }: { readonly onPick: (slug: string) => void }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(knowledgeMessages)
  return (
    <Picker
      label={messages.addGroup}
      area="groups"
      lengthMin={1}
      load={async (text, signal) => {
        const query = new URLSearchParams({ q: text, limit: '10' })
        const { data } = await client.request<Page<{ readonly slug: string }>>(
          `/api/v1/admin/groups?${query}`,
          { signal },
        )
        return data.map(({ slug }) => ({ key: slug, name: slug }))
      }}
      onPick={({ key }) => onPick(key)}
    />
  )
}
