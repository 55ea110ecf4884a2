import type { ReactNode } from 'react'
import { Code } from './code.tsx'
import { Button } from '../buttons/button.tsx'
import { ButtonRow } from '../buttons/button-row.tsx'
import { CopyButton } from '../buttons/copy-button.tsx'
import { downloadText } from '../buttons/download.ts'
import { Download, Printer } from '../buttons/icons.ts'
import './recovery-codes.css'

type RecoveryCodesProps = {
  readonly codes: readonly string[]
  /** The first line of the file. */
  readonly fileHeading: string
  readonly words: { readonly copyCodes: string; readonly download: string; readonly print: string }
  /** Called when the codes were copied, downloaded or printed. */
  readonly onStored: () => void
}

const fileName = 'ken-recovery-codes.txt'

/** Recovery codes in two columns, with three ways to store them. */
export function RecoveryCodes({
  codes,
  fileHeading,
  words,
  onStored,
}: RecoveryCodesProps): ReactNode {
  const text = codes.join('\n')
  return (
    <div className="recovery-codes">
      <p className="recovery-codes-heading">{fileHeading}</p>
      <ul className="recovery-codes-list" role="list">
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </ul>
      <ButtonRow>
        <CopyButton text={text} label={words.copyCodes} onCopied={onStored} />
        <Button
          kind="secondary"
          onClick={() => {
            downloadText(fileName, `${fileHeading}\n\n${text}\n`)
            onStored()
          }}
        >
          <Download aria-hidden />
          {words.download}
        </Button>
        <Button
          kind="secondary"
          onClick={() => {
            window.print()
            onStored()
          }}
        >
          <Printer aria-hidden />
          {words.print}
        </Button>
      </ButtonRow>
    </div>
  )
}
