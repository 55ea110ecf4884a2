import { useState, type DragEvent } from 'react'

/** The properties of an element on which files can be dropped. */
export type FileDrop = {
  /** Present while files are held over the element. */
  readonly 'data-over': true | undefined
  readonly onDragOver: (event: DragEvent) => void
  readonly onDragLeave: () => void
  readonly onDrop: (event: DragEvent) => void
}

/** Lets files, and nothing else, be dropped on an element. */
export function useFileDrop(onFiles: (dropped: DataTransfer) => void): FileDrop {
  const [isOver, setOver] = useState(false)
  return {
    'data-over': isOver || undefined,
    onDragOver: (event) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(false)
      onFiles(event.dataTransfer)
    },
  }
}
