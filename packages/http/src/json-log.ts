import type { Log } from '@ken/core/ports'
import { pino, stdTimeFunctions, type DestinationStream } from 'pino'

/** The target of the lines, and the lowest level that is written. */
export type JsonLogOptions = {
  readonly stream: DestinationStream
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** How long lines of `info` may wait after a write, to be written together. 10 if omitted. */
  readonly holdMs?: number
}

const defaultHoldMs = 10

/**
 * Creates a `Log` that writes one line of JSON per event. Control characters, including C1, are escaped, so that no
 * value can end a line or control a terminal. Lines of one event-loop iteration are written together, and under load
 * those of 10 ms, because one write per request would cost more than the line. Warnings and errors never wait, and
 * the end of the process writes what is held.
 */
export function jsonLog({ stream, level, holdMs = defaultHoldMs }: JsonLogOptions): Log {
  const { write, hurry } = batched(stream, holdMs)
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'event',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write },
  )
  return {
    info: (event, fields = {}) => logger.info(fields, event),
    warn: (event, fields = {}) => {
      logger.warn(fields, event)
      hurry()
    },
    error: (event, fields = {}) => {
      logger.error(fields, event)
      hurry()
    },
  }
}

type Batched = {
  readonly write: (line: string) => void
  /** Ends the wait of the held lines with this iteration of the event loop. */
  readonly hurry: () => void
}

function batched(stream: DestinationStream, holdMs: number): Batched {
  let lines = ''
  let writtenAt = -Infinity
  let held: NodeJS.Timeout | null = null
  const flush = () => {
    process.off('exit', flush)
    held = null
    if (lines === '') return
    stream.write(lines.replaceAll(/[\u007f-\u009f\u2028\u2029]/g, escaped))
    lines = ''
    writtenAt = performance.now()
  }
  return {
    write(line) {
      if (lines === '') {
        const waitMs = writtenAt + holdMs - performance.now()
        if (waitMs > 0) held = setTimeout(flush, waitMs)
        else setImmediate(flush)
        // Lines written just before the process exits must not be lost.
        process.once('exit', flush)
      }
      lines += line
    },
    hurry() {
      if (held === null) return
      clearTimeout(held)
      held = null
      setImmediate(flush)
    },
  }
}

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
