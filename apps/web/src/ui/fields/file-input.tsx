import type { ReactNode } from 'react'
import './import.css'

type FileInputProps = {
  readonly label: string
  /** One file if omitted. */
  readonly takes?: 'files' | 'folder'
  /** The formats that the browser's dialog offers. */
  readonly accept?: string
  readonly disabled?: boolean
  /** Gets at least one file. */
  readonly onFiles: (files: readonly File[]) => void
}

/** Opens the browser's dialog for files. The input itself is hidden: the browser would label it in its own language. */
export const FileInput = ({
  label,
  takes,
  accept,
  disabled = false,
  onFiles,
}: FileInputProps): ReactNode => (
  <label className="import-choose">
    <input
      className="visually-hidden"
      type="file"
      multiple={takes !== undefined}
      accept={accept}
      disabled={disabled}
      ref={(input) => {
        if (takes === 'folder') input?.setAttribute('webkitdirectory', '')
      }}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])]
        // The same choice can be made again once its files are corrected.
        target.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
    <span className="button" data-kind="secondary" aria-disabled={disabled || undefined}>
      {label}
    </span>
  </label>
)
