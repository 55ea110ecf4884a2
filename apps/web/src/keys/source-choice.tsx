import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { Choice } from '../ui/fields/choice.tsx'
import { focusIfFirst } from '../ui/fields/use-field-fault.ts'
import { keyMessages } from './messages.ts'
import './source-choice.css'

type SourceChoiceProps = {
  /** What there is to choose from. */
  readonly sources: readonly string[]
  /** Null for every source. */
  readonly chosen: readonly string[] | null
  /** Why the choice is refused. */
  readonly fault: string | null
  readonly onChoose: (chosen: readonly string[] | null) => void
}

/** Narrows a key to sources. Absent where there is nothing to choose from. */
export function SourceChoice({
  sources: known,
  chosen,
  fault,
  onChoose,
}: SourceChoiceProps): ReactNode {
  const messages = useMessages(keyMessages)
  const id = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const first = list.current?.querySelector('input') ?? null
    if (fault !== null && first !== null) focusIfFirst(first)
  }, [fault])
  const sources = [...new Set([...known, ...(chosen ?? [])])].toSorted()
  if (sources.length === 0) return null
  return (
    <div className="source-choice">
      <Choice
        label={messages.searches}
        name="sources"
        options={[
          { value: 'every', text: messages.everySource },
          { value: 'some', text: messages.someSources },
        ]}
        chosen={chosen === null ? 'every' : 'some'}
        onChoose={(value) => onChoose(value === 'every' ? null : [])}
      />
      {chosen !== null && (
        <fieldset
          ref={list}
          className="source-choice-list"
          aria-describedby={fault === null ? undefined : `${id}-fault`}
        >
          <legend className="source-choice-label">{messages.whichSources}</legend>
          {sources.map((source, position) => (
            <Checkbox
              key={source}
              checked={chosen.includes(source)}
              aria-invalid={(fault !== null && position === 0) || undefined}
              onChange={({ target }) =>
                onChoose(
                  target.checked ? [...chosen, source] : chosen.filter((one) => one !== source),
                )
              }
            >
              {source}
            </Checkbox>
          ))}
          {fault !== null && (
            <p id={`${id}-fault`} className="field-fault">
              {fault}
            </p>
          )}
        </fieldset>
      )}
    </div>
  )
}
