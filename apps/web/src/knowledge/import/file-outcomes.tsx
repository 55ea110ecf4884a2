import { useCallback, useState, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../../language/use-messages.ts'
import { numberInWords } from '../../language/words.ts'
import { ListTable } from '../../list/list-table.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonRow } from '../../ui/buttons/button-row.tsx'
import { Choice } from '../../ui/fields/choice.tsx'
import { downloadText } from '../../ui/buttons/download.ts'
import { LongText } from '../../ui/display/long-text.tsx'
import { Download } from '../../ui/buttons/icons.ts'
import { knowledgeMessages } from '../messages.ts'
import { isFaulty, verdicts, type Outcome } from './outcome.ts'

const shownAtOnce = 100

/** The outcome of each file; the faulty ones can be downloaded as a list. */
export function FileOutcomes({ outcomes }: { readonly outcomes: readonly Outcome[] }): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const language = useLanguage()
  const [shown, setShown] = useState<'all' | 'faulty'>('all')
  const [shownMax, setShownMax] = useState(shownAtOnce)
  const faulty = outcomes.filter(isFaulty)
  const wanted = shown === 'all' ? outcomes : faulty
  const written = (count: number) => numberInWords(count, language)
  const reasonOf = ({ reason }: Outcome) => (reason === null ? '' : messages.reasons[reason])
  return (
    <>
      <ul role="list" className="import-counts">
        {verdicts
          .map((verdict) => [verdict, outcomes.filter((one) => one.verdict === verdict)] as const)
          .filter(([, ofVerdict]) => ofVerdict.length > 0)
          .map(([verdict, { length }]) => (
            <li key={verdict}>
              {messages.verdicts[verdict]}: {written(length)}
            </li>
          ))}
      </ul>
      {faulty.length > 0 && (
        <div className="import-acts">
          <Choice
            label={messages.files}
            name="shown"
            options={[
              { value: 'all', text: messages.allFiles(outcomes.length, written(outcomes.length)) },
              { value: 'faulty', text: messages.onlyFaulty(faulty.length, written(faulty.length)) },
            ]}
            chosen={shown}
            onChoose={setShown}
          />
          <Button
            kind="secondary"
            onClick={() =>
              downloadText(
                'ken-faulty-files.txt',
                faulty.map((one) => `${one.path}: ${reasonOf(one)}\n`).join(''),
              )
            }
          >
            <Download aria-hidden />
            {messages.downloadFaulty}
          </Button>
        </div>
      )}
      {outcomes.length > 0 && <OutcomeTable outcomes={wanted.slice(0, shownMax)} />}
      {wanted.length > shownMax && (
        <ButtonRow>
          <p>{messages.shownFiles(written(shownMax))}</p>
          <Button kind="secondary" onClick={() => setShownMax(shownMax + shownAtOnce)}>
            {messages.moreFiles}
          </Button>
        </ButtonRow>
      )}
    </>
  )
}

function OutcomeTable({ outcomes }: { readonly outcomes: readonly Outcome[] }): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const row = useCallback(
    ({ path, verdict, reason }: Outcome) => ({
      title: path,
      // Isolated, because a name can have marks that turn the text around it.
      head: <bdi>{path}</bdi>,
      cells: [
        messages.verdicts[verdict],
        reason !== null && <LongText key="reason">{messages.reasons[reason]}</LongText>,
      ],
    }),
    [messages],
  )
  return (
    <ListTable
      label={messages.files}
      columns={[messages.file, messages.verdict, messages.reason]}
      items={outcomes}
      keyOf={({ path }) => path}
      row={row}
    />
  )
}
