import { useState, type DragEvent, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/text-area.tsx'
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
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file !== undefined) void file.text().then(onList)
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
        if (text.trim() !== '' && !isBusy) onList(text)
      }}
    >
      <FileField onFile={(file) => void file.text().then(onList)} />
      <TextArea
        label={messages.pasted}
        hint={messages.pastedHint}
        value={text}
        onChange={onChange}
      />
      <div>
        <Button type="submit" kind="secondary" isBusy={isBusy} disabled={text.trim() === ''}>
          {messages.rehearse}
        </Button>
      </div>
    </form>
  )
}

/** The input itself is hidden: the browser would label it in its own language. */
function FileField({ onFile }: { readonly onFile: (file: File) => void }): ReactNode {
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
      <span className="import-hint">{messages.dropHint}</span>
    </div>
  )
}
