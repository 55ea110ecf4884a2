import { useState, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { ListTable } from '../list/list-table.tsx'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Download } from '../ui/icons.ts'
import { ImportCounts, type Counts, type Line } from './import-counts.tsx'
import { invitationMessages } from './messages.ts'

/** What becomes of each line of a list. */
export type Imported = {
  readonly id: string | null
  readonly counts: Counts
  readonly lines: readonly Line[]
}

type RehearsalProps = { readonly csv: string; readonly outcome: Imported }

const shownMax = 100

/** What would happen to each line; the faulty ones can be downloaded as they are in the file. */
export function Rehearsal({ csv, outcome }: RehearsalProps): ReactNode {
  const messages = useMessages(invitationMessages)
  const language = useLanguage()
  const [shown, setShown] = useState<'all' | 'faulty'>('all')
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
              { value: 'all', text: messages.allLines(numberInWords(lines.length, language)) },
              {
                value: 'faulty',
                text: messages.onlyFaulty(numberInWords(faulty.length, language)),
              },
            ]}
            chosen={shown}
            onChoose={setShown}
          />
          <Button kind="secondary" onClick={() => downloadLines(csv, faulty)}>
            <Download aria-hidden />
            {messages.downloadFaulty}
          </Button>
        </div>
      )}
      <LineTable lines={wanted.slice(0, shownMax)} />
      {wanted.length > shownMax && <p>{messages.shownLines(numberInWords(shownMax, language))}</p>}
    </section>
  )
}

function LineTable({ lines }: { readonly lines: readonly Line[] }): ReactNode {
  const messages = useMessages(invitationMessages)
  return (
    <ListTable
      label={messages.lines}
      columns={[messages.address, messages.line, messages.verdict, messages.fault]}
      items={lines}
      keyOf={({ line }) => String(line)}
      row={({ line, email, verdict, fault }) => ({
        title: email ?? String(line),
        head: email ?? '–',
        cells: [line, messages.verdicts[verdict], fault === null ? '' : messages.faults[fault]],
      })}
    />
  )
}

/** No field of a list has a line break, so a line of the file is a line of the list. */
function downloadLines(csv: string, faulty: readonly Line[]): void {
  const [header = '', ...rest] = csv.split(/\r?\n/)
  const content = [header, ...faulty.map(({ line }) => rest[line - 2] ?? '')].join('\r\n')
  const url = URL.createObjectURL(new Blob([content], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'ken-faulty-lines.csv'
  link.click()
  URL.revokeObjectURL(url)
}
