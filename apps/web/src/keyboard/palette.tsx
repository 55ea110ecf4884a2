import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { isComposing } from '../ui/fields/is-composing.ts'
import { Layer } from './layer.tsx'
import { keyboardMessages } from './messages.ts'
import { neighbour, type Option, type OptionGroup } from './options.ts'
import { useOptions } from './use-options.ts'
import { useProblemText } from '../ui/refusals/problem.tsx'
import '../list/picker.css'
import '../ui/fields/field.css'
import './palette.css'

type PaletteProps = { readonly onClose: () => void; readonly onShortcuts: () => void }

/** Finds pages, acts of the page, people and keys. Arrows move, Enter chooses, Escape closes. */
export function Palette({ onClose, onShortcuts }: PaletteProps): ReactNode {
  const messages = useMessages(keyboardMessages)
  const textOf = useProblemText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const { groups, isSearching, error } = useOptions(typed.trim(), onShortcuts)
  const options = groups.flatMap((group) => group.options)
  const active = options.find(({ key }) => key === activeKey) ?? options[0]
  const optionId = ({ key }: Option) => `${id}-${key.replaceAll(/\s/g, '_')}`
  useEffect(() => {
    if (active !== undefined)
      document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  })
  const choose = (option: Option | undefined) => {
    if (option === undefined) return
    onClose()
    // The page has the focus again when the act begins.
    setTimeout(option.run)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const step = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) choose(active)
    else setActiveKey(neighbour(options, active, step)?.key ?? null)
  }
  const status = () => {
    if (isSearching) return messages.searching
    if (error !== null) return textOf(error)
    return options.length === 0 ? messages.none : messages.count(options.length)
  }
  return (
    <Layer label={messages.palette} onClose={onClose}>
      <div className="field-box">
        <input
          className="field-input"
          type="text"
          role="combobox"
          aria-label={messages.palette}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : optionId(active)}
          placeholder={messages.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setTyped(target.value)
            setActiveKey(null)
          }}
        />
      </div>
      <Results id={id} groups={groups} active={active} optionId={optionId} onChoose={choose} />
      <p
        role="status"
        className={options.length === 0 || error !== null ? 'picker-status' : 'visually-hidden'}
      >
        {status()}
      </p>
    </Layer>
  )
}

type ResultsProps = {
  readonly id: string
  readonly groups: readonly OptionGroup[]
  readonly active: Option | undefined
  readonly optionId: (option: Option) => string
  readonly onChoose: (option: Option) => void
}

function Results({ id, groups, active, optionId, onChoose }: ResultsProps): ReactNode {
  const messages = useMessages(keyboardMessages)
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={messages.results}
      className="palette-list"
      hidden={groups.length === 0}
    >
      {groups.map(({ name, options }) => (
        <div key={name} role="group" aria-label={name}>
          <div className="palette-heading" aria-hidden>
            {name}
          </div>
          {options.map((option) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the text field
            <div
              key={option.key}
              id={optionId(option)}
              role="option"
              aria-selected={option === active}
              className="picker-option"
              // The focus stays in the text field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option)}
            >
              {option.name}
              {option.detail !== undefined && (
                <span className="picker-detail">{option.detail}</span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
