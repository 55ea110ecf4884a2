import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { isComposing } from '../ui/fields/is-composing.ts'
import { useMessages } from '../language/use-messages.ts'
import { Field } from '../ui/fields/field.tsx'
import { uiMessages } from '../ui/messages.ts'
import { useProblemText } from '../ui/refusals/problem.tsx'
import { listMessages } from './messages.ts'
import { useSettled } from './use-settled.ts'
import './picker.css'

/** What a picker offers. */
export type Choosable = {
  readonly key: string
  readonly name: string
  readonly detail?: string
  /** Is shown, with the reason as its detail, and cannot be picked. */
  readonly isOff?: boolean
}

type PickerProps<Item extends Choosable> = {
  readonly label: string
  readonly hint?: string
  /** What is wrong with the choice, such as that there is none. */
  readonly fault?: string | undefined
  /** The first part of the key in the cache. */
  readonly area: string
  /** The matches for a text of at least `lengthMin` characters. */
  readonly load: (text: string, signal: AbortSignal) => Promise<readonly Item[]>
  readonly lengthMin?: number
  readonly onPick: (item: Item) => void
}

/** Finds one of many while its name is typed. Arrows move, Enter picks, Escape closes. */
export function Picker<Item extends Choosable>(props: PickerProps<Item>): ReactNode {
  const { label, hint, fault, area, load, lengthMin = 2, onPick } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const text = useSettled(typed.trim())
  const isWanted = isOpen && text.length >= lengthMin
  const { data, error } = useQuery({
    queryKey: [area, 'picker', label, text],
    queryFn: ({ signal }) => load(text, signal),
    enabled: isWanted,
  })
  const matches = isWanted ? (data ?? []) : []
  const pick = (item: Item | undefined) => {
    if (item === undefined || item.isOff === true) return
    setTyped('')
    setOpen(false)
    onPick(item)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && matches.length > 0) {
      event.preventDefault()
      setActive((active + step + matches.length) % matches.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      pick(matches[active])
    }
    if (event.key !== 'Escape' || matches.length === 0) return
    // One layer at a time: a dialog around it stays open.
    event.preventDefault()
    setOpen(false)
  }
  return (
    <div className="picker" onBlur={() => setOpen(false)}>
      <Field
        label={label}
        hint={hint}
        fault={fault}
        inputRef={input}
        role="combobox"
        aria-expanded={matches.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={matches[active] === undefined ? undefined : `${id}-${active}`}
        autoComplete="off"
        value={typed}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setTyped(target.value)
          setActive(0)
          setOpen(true)
        }}
      />
      <Matches id={id} label={label} matches={matches} active={active} onPick={pick} />
      <PickerStatus isWanted={isWanted} count={data?.length ?? null} error={error} />
    </div>
  )
}

type MatchesProps<Item> = {
  readonly id: string
  readonly label: string
  readonly matches: readonly Item[]
  readonly active: number
  readonly onPick: (item: Item) => void
}

function Matches<Item extends Choosable>(props: MatchesProps<Item>): ReactNode {
  const { id, label, matches, active, onPick } = props
  const key = matches[active]?.key
  useEffect(() => {
    // The focus stays in the text field, so the browser does not scroll by itself.
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active, key])
  return (
    <ul
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      className="picker-list"
      hidden={matches.length === 0}
    >
      {matches.map((item, position) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the text field
        <li
          key={item.key}
          id={`${id}-${position}`}
          role="option"
          aria-selected={position === active}
          aria-disabled={item.isOff}
          className="picker-option"
          // The focus stays in the text field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(item)}
        >
          {item.name}
          {item.detail !== undefined && <span className="picker-detail">{item.detail}</span>}
        </li>
      ))}
    </ul>
  )
}

type StatusProps = {
  /** Enough is typed, and the picker is open. */
  readonly isWanted: boolean
  readonly count: number | null
  readonly error: Error | null
}

function PickerStatus({ isWanted, count, error }: StatusProps): ReactNode {
  const messages = useMessages(listMessages)
  const ui = useMessages(uiMessages)
  const textOf = useProblemText()
  const text = () => {
    if (error !== null) return textOf(error)
    if (count === null) return ui.loading
    return count === 0 ? messages.noMatch : messages.matches(count)
  }
  return (
    <p
      role="status"
      className={isWanted && (count === 0 || error) ? 'picker-status' : 'visually-hidden'}
    >
      {isWanted && text()}
    </p>
  )
}
