import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { useHeld } from '../session/kept/use-draft.ts'
import { Confirm } from '../ui/acts/confirm.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Notice } from '../ui/page/notice.tsx'
import { useProblemText } from '../ui/refusals/problem.tsx'
import { useToast } from '../ui/page/use-toast.ts'
import { listMessages } from './messages.ts'
import { useLeftBatch } from './left-batch.ts'
import { useBatch, type Batch, type BatchCounts, type BatchOutcome } from './use-batch.ts'
import './batch-dialog.css'

type BatchDialogProps<Item> = {
  /** The question, with the number of rows. */
  readonly title: string
  /** The verb of the act. */
  readonly act: string
  readonly items: readonly Item[]
  readonly titleOf: (item: Item) => string
  readonly run: (item: Item) => Promise<unknown>
  /** What went wrong with a row, in words of the screen; undefined for the words of the server. */
  readonly faultOf?: (error: unknown) => string | undefined
  readonly isReady?: boolean
  /** Whether the act ends something. */
  readonly isEnding?: boolean
  /** Called once after the last row, with the rows that are left; if none is, the dialog is over. */
  readonly onDone: (left: readonly Item[]) => void
  readonly onClose: () => void
  /** What ends, or what else follows. */
  readonly children: ReactNode
}

/** Asks before an act on many rows, shows how far it is, and then what failed. */
export function BatchDialog<Item>(props: BatchDialogProps<Item>): ReactNode {
  const { title, act, items, titleOf, run, faultOf, isReady = true, isEnding = true } = props
  const { onDone, onClose } = props
  const messages = useMessages(listMessages)
  const ui = useMessages(uiMessages)
  const toast = useToast()
  const countsText = useCountsText()
  const textOf = useProblemText()
  const [, keepLeft] = useLeftBatch()
  const outcomeOf = (item: Item, { failures, untried }: BatchOutcome<Item>) => {
    const failure = failures.find((one) => one.item === item)
    if (failure !== undefined) return faultOf?.(failure.error) ?? textOf(failure.error)
    return untried.includes(item) ? messages.untried : messages.done
  }
  const onLeft = (outcome: BatchOutcome<Item>) => {
    const counts = countsText(outcome)
    const rows = items.map((item) => ({ title: titleOf(item), outcome: outcomeOf(item, outcome) }))
    keepLeft({ act, counts, rows })
    if (rows.length > outcome.doneCount) toast({ text: counts })
  }
  const batch = useBatch(items, run, onDone, onLeft)
  useHeld(batch.state === 'running')
  const leave = { idle: onClose, running: batch.stop, done: onClose }[batch.state]
  return (
    <Confirm
      title={title}
      cancel={{ idle: ui.cancel, running: messages.stop, done: ui.close }[batch.state]}
      act={batch.state === 'done' ? null : act}
      isBusy={batch.state === 'running'}
      canStop
      isReady={isReady}
      isEnding={isEnding}
      onCancel={leave}
      onAct={batch.start}
    >
      {batch.state === 'idle' && props.children}
      {batch.state === 'running' && <Progress batch={batch} total={items.length} />}
      {batch.state === 'done' && (
        <Failures
          batch={batch}
          // One row may be that of a menu, which is not selected.
          isSelection={items.length > 1}
          titleOf={titleOf}
          faultOf={faultOf}
        />
      )}
    </Confirm>
  )
}

type ProgressProps = { readonly batch: Batch<unknown>; readonly total: number }

function Progress({ batch, total }: ProgressProps): ReactNode {
  const messages = useMessages(listMessages)
  const language = useLanguage()
  const tried = batch.doneCount + batch.failures.length
  const text = messages.progress(numberInWords(tried, language), numberInWords(total, language))
  return (
    <>
      <progress aria-label={text} value={tried} max={total} />
      <p>{text}</p>
    </>
  )
}

type FailuresProps<Item> = {
  readonly batch: Batch<Item>
  readonly isSelection: boolean
  readonly titleOf: (item: Item) => string
  readonly faultOf: ((error: unknown) => string | undefined) | undefined
}

function Failures<Item>(props: FailuresProps<Item>): ReactNode {
  const { batch, isSelection, titleOf, faultOf } = props
  const messages = useMessages(listMessages)
  const textOf = useProblemText()
  const countsText = useCountsText()
  const { failures } = batch
  return (
    <Notice role="alert" kind={failures.length > 0 ? 'fault' : 'plain'}>
      <p>
        {countsText(batch)} {isSelection && messages.failedStay}
      </p>
      <ul className="batch-failures">
        {failures.map(({ item, error }) => (
          <li key={titleOf(item)}>
            {titleOf(item)}: {faultOf?.(error) ?? textOf(error)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** How many rows were done, failed and were not tried. */
function useCountsText(): (counts: BatchCounts) => string {
  const messages = useMessages(listMessages)
  const language = useLanguage()
  return ({ doneCount, failures, untried }) => {
    const outcome = messages.outcome(
      numberInWords(doneCount, language),
      numberInWords(failures.length, language),
    )
    if (untried.length === 0) return outcome
    return `${outcome} ${messages.stopped(numberInWords(untried.length, language))}`
  }
}
