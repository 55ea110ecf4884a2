import { useId, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { GroupPicker } from '../../list/group-picker.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import '../../ui/fields/field.css'
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
      <GroupPicker label={messages.addGroup} onPick={(slug) => toggle(`group:${slug}`, true)} />
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
