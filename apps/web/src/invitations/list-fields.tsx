import { useRef, useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { ActButton } from '../ui/acts/act-button.tsx'
import type { Act } from '../ui/acts/use-act.ts'
import { FileInput } from '../ui/fields/file-input.tsx'
import { LongText } from '../ui/display/long-text.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'
import { useFileDrop } from '../ui/fields/use-file-drop.ts'
import { hasHeader } from './import-header.ts'
import { invitationMessages } from './messages.ts'

type ListFieldsProps = {
  readonly check: Pick<Act<never>, 'isBusy' | 'error'>
  /** The checked list is being sent, so no other one can be chosen. */
  readonly isSending: boolean
  readonly text: string
  readonly onChange: (text: string) => void
  /** The list that was or is being checked is no longer the chosen one. */
  readonly onOther: () => void
  readonly onList: (csv: string) => void
}

/** Takes a list as a file, chosen or dropped anywhere on the form, or as pasted text. */
export function ListFields(props: ListFieldsProps): ReactNode {
  const { check, isSending, text, onChange, onOther, onList } = props
  const messages = useMessages(invitationMessages)
  const [faulty, setFaulty] = useState<'file' | 'text' | 'unreadable' | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const chosen = useRef<File | null>(null)
  const choose = (next: File | null) => {
    chosen.current = next
    setFile(next)
    setFaulty(null)
    onOther()
  }
  const take = (csv: string, from: 'file' | 'text') => {
    const isTable = hasHeader(csv)
    setFaulty(isTable ? null : from)
    if (isTable) onList(csv)
  }
  const takeFile = (next: File | undefined) => {
    if (next === undefined || isSending) return
    choose(next)
    // A file that takes longer to read than the next one must not replace it.
    const isChosen = () => chosen.current === next
    next.text().then(
      (csv) => isChosen() && take(csv, 'file'),
      // Such as a folder, or a file that changed since it was chosen.
      () => isChosen() && setFaulty('unreadable'),
    )
  }
  const fileFaults = {
    file: messages.headerMissing,
    unreadable: messages.fileUnreadable,
    text: null,
  }
  // Its check failed, and another one may succeed.
  const retried = check.error === null ? null : file
  const drop = useFileDrop(({ files }) => takeFile(files[0]))
  return (
    <form
      className="import-section import-drop"
      {...drop}
      onSubmit={(event) => {
        event.preventDefault()
        if (check.isBusy || isSending) return
        if (retried !== null) return takeFile(retried)
        if (text.trim() === '') return
        choose(null)
        take(text, 'text')
        if (!hasHeader(text)) event.currentTarget.querySelector('textarea')?.focus()
      }}
    >
      <FileField
        name={file?.name ?? null}
        fault={faulty && fileFaults[faulty]}
        isOff={isSending}
        onFile={takeFile}
      />
      <TextArea
        label={messages.pasted}
        hint={messages.pastedHint}
        fault={faulty === 'text' ? messages.headerMissing : undefined}
        readOnly={isSending}
        value={text}
        onChange={(typed) => {
          choose(null)
          onChange(typed)
        }}
      />
      <div>
        <ActButton
          type="submit"
          kind="secondary"
          act={check}
          disabled={text.trim() === '' && retried === null}
        >
          {messages.rehearse}
        </ActButton>
      </div>
    </form>
  )
}

type FileFieldProps = {
  /** The name of the chosen file. */
  readonly name: string | null
  /** What is wrong with the chosen file. */
  readonly fault: string | null
  readonly isOff: boolean
  readonly onFile: (file: File | undefined) => void
}

function FileField({ name, fault, isOff, onFile }: FileFieldProps): ReactNode {
  const messages = useMessages(invitationMessages)
  return (
    <div className="import-file">
      <FileInput
        label={messages.chooseFile}
        accept=".csv,.tsv,.txt,text/csv"
        disabled={isOff}
        onFiles={([file]) => onFile(file)}
      />
      <span className="import-hint" data-fault={fault === null ? undefined : ''} role="status">
        {name !== null && <LongText>{name}</LongText>}{' '}
        {fault ?? (name === null && messages.dropHint)}
      </span>
    </div>
  )
}
