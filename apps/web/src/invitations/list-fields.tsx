import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { FileInput } from '../ui/file-input.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { useFileDrop } from '../ui/use-file-drop.ts'
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
  const [faulty, setFaulty] = useState<'file' | 'text' | 'unreadable' | null>(null)
  const take = (csv: string, from: 'file' | 'text') => {
    const isTable = hasHeader(csv)
    setFaulty(isTable ? null : from)
    if (isTable) onList(csv)
  }
  const takeFile = (file: File | undefined) => {
    // Such as a folder, or a file that changed since it was chosen.
    file?.text().then(
      (csv) => take(csv, 'file'),
      () => setFaulty('unreadable'),
    )
  }
  const fileFaults = {
    file: messages.headerMissing,
    unreadable: messages.fileUnreadable,
    text: null,
  }
  const drop = useFileDrop(({ files }) => takeFile(files[0]))
  return (
    <form
      className="import-section import-drop"
      {...drop}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '' || isBusy) return
        take(text, 'text')
        if (!hasHeader(text)) event.currentTarget.querySelector('textarea')?.focus()
      }}
    >
      <FileField fault={faulty && fileFaults[faulty]} onFile={takeFile} />
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
  readonly onFile: (file: File | undefined) => void
}

function FileField({ fault, onFile }: FileFieldProps): ReactNode {
  const messages = useMessages(invitationMessages)
  return (
    <div className="import-file">
      <FileInput
        label={messages.chooseFile}
        accept=".csv,.tsv,.txt,text/csv"
        onFiles={([file]) => onFile(file)}
      />
      <span className="import-hint" data-fault={fault === null ? undefined : ''} role="status">
        {fault ?? messages.dropHint}
      </span>
    </div>
  )
}
