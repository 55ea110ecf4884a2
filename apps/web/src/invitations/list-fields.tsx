import { useState, type DragEvent, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { hasHeader } from './import-header.ts'
import { invitationMessages } from './messages.ts'

type ListFieldsProps = {
  readonly isBusy: boolean
  readonly text: string
  /** The pasted text is another one than was checked. */
  readonly onChange: (text: string) => void
  readonly onList: (csv: string) => void
}

/** Takes a list as a file, chosen or dropped anywhere on the form, or as pasted text. */
export function ListFields({ isBusy, text, onChange, onList }: ListFieldsProps): ReactNode {
  const messages = useMessages(invitationMessages)
  const [isOver, setOver] = useState(false)
  const [faulty, setFaulty] = useState<'file' | 'text' | null>(null)
  const take = (csv: string, from: 'file' | 'text') => {
    const isTable = hasHeader(csv)
    setFaulty(isTable ? null : from)
    if (isTable) onList(csv)
  }
  const takeFile = (file: File) => void file.text().then((csv) => take(csv, 'file'))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file !== undefined) takeFile(file)
  }
  return (
    <form
      className="import-section import-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (event.dataTransfer.types.includes('Files')) drop(event)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '' || isBusy) return
        take(text, 'text')
        if (!hasHeader(text)) event.currentTarget.querySelector('textarea')?.focus()
      }}
    >
      <FileField fault={faulty === 'file' ? messages.headerMissing : null} onFile={takeFile} />
      <TextArea
        label={messages.pasted}
        hint={messages.pastedHint}
        fault={faulty === 'text' ? messages.headerMissing : undefined}
        value={text}
        onChange={(typed) => {
          setFaulty(null)
          onChange(typed)
        }}
      />
      <div>
        <Button type="submit" kind="secondary" isBusy={isBusy} disabled={text.trim() === ''}>
          {messages.rehearse}
        </Button>
      </div>
    </form>
  )
}

type FileFieldProps = {
  /** What is wrong with the chosen file. */
  readonly fault: string | null
  readonly onFile: (file: File) => void
}

/** The input itself is hidden: the browser would label it in its own language. */
function FileField({ fault, onFile }: FileFieldProps): ReactNode {
  const messages = useMessages(invitationMessages)
  return (
    <div className="import-file">
      <label className="import-choose">
        <input
          className="visually-hidden"
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file !== undefined) onFile(file)
            // The same file can be chosen again once it is corrected.
            target.value = ''
          }}
        />
        <span className="button" data-kind="secondary">
          {messages.chooseFile}
        </span>
      </label>
      <span className="import-hint" data-fault={fault === null ? undefined : ''} role="status">
        {fault ?? messages.dropHint}
      </span>
    </div>
  )
}
