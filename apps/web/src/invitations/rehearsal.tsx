import { useState, type ReactNode } from 'react'
import type { Contract } from '../contract/contract.ts'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { ListTable } from '../list/list-table.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { ButtonRow } from '../ui/buttons/button-row.tsx'
import { Choice } from '../ui/fields/choice.tsx'
import { downloadText } from '../ui/buttons/download.ts'
import { Download } from '../ui/buttons/icons.ts'
import { LongText } from '../ui/display/long-text.tsx'
import { faultyLines } from './faulty-lines.ts'
import { ImportCounts, type Line } from './import-counts.tsx'
import { invitationMessages } from './messages.ts'

/** What becomes of each line of a list. */
export type Imported = Contract['ImportedInvitations']

type RehearsalProps = { readonly csv: string; readonly outcome: Imported }

const shownAtOnce = 100

/** What would happen to each line; the faulty ones can be downloaded as they are in the file. */
export function Rehearsal({ csv, outcome }: RehearsalProps): ReactNode {
  const messages = useMessages(invitationMessages)
  const language = useLanguage()
  const [shown, setShown] = useState<'all' | 'faulty'>('all')
  const [shownMax, setShownMax] = useState(shownAtOnce)
  const { counts, lines } = outcome
  const faulty = lines.filter(({ verdict }) => verdict === 'invalid')
  const wanted = shown === 'all' ? lines : faulty
  return (
    <section className="import-section">
      <h2 className="import-heading">{messages.rehearsed}</h2>
      <p role="status">{messages.rehearsedNote}</p>
      <ImportCounts counts={counts} />
      {faulty.length > 0 && (
        <div className="import-acts">
          <Choice
            label={messages.lines}
            name="shown"
            options={[
              {
                value: 'all',
                text: messages.allLines(lines.length, numberInWords(lines.length, language)),
              },
              {
                value: 'faulty',
                text: messages.onlyFaulty(faulty.length, numberInWords(faulty.length, language)),
              },
            ]}
            chosen={shown}
            onChoose={setShown}
          />
          <Button
            kind="secondary"
            onClick={() =>
              downloadText('ken-faulty-lines.csv', faultyLines(csv, lines), 'text/csv')
            }
          >
            <Download aria-hidden />
            {messages.downloadFaulty}
          </Button>
        </div>
      )}
      <LineTable lines={wanted.slice(0, shownMax)} />
      {wanted.length > shownMax && (
        <ButtonRow>
          <p>{messages.shownLines(numberInWords(shownMax, language))}</p>
          <Button kind="secondary" onClick={() => setShownMax(shownMax + shownAtOnce)}>
            {messages.moreLines}
          </Button>
        </ButtonRow>
      )}
    </section>
  )
}

function LineTable({ lines }: { readonly lines: readonly Line[] }): ReactNode {
  const messages = useMessages(invitationMessages)
  const language = useLanguage()
  return (
    <ListTable
      label={messages.lines}
      columns={[messages.line, messages.address, messages.verdict, messages.fault]}
      items={lines}
      keyOf={({ line }) => String(line)}
      row={({ line, email, verdict, fault }) => ({
        title: messages.numbered(numberInWords(line, language)),
        head: line,
        cells: [
          <LongText key="email">{email ?? '–'}</LongText>,
          messages.verdicts[verdict],
          fault !== null && <LongText key="fault">{messages.faults[fault]}</LongText>,
        ],
      })}
    />
  )
}
