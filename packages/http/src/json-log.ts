import type { Log } from '@ken/core/ports'
import { pino, stdTimeFunctions, type DestinationStream } from 'pino'

/** The target of the lines, and the lowest level that is written. */
export type JsonLogOptions = {
  readonly stream: DestinationStream
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/**
 * Creates a `Log` that writes one line of JSON per event. Control characters, including C1, are escaped, so that no
 * value can end a line or control a terminal. Lines of one event-loop iteration are written together, because
 * under load one write per request would cost more than the line.
 */
export function jsonLog({ stream, level }: JsonLogOptions): Log {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'event',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    batched(stream),
  )
  return {
    info: (event, fields = {}) => logger.info(fields, event),
    warn: (event, fields = {}) => logger.warn(fields, event),
    error: (event, fields = {}) => logger.error(fields, event),
  }
}

function batched(stream: DestinationStream): DestinationStream {
  let lines = ''
  const flush = () => {
    process.off('exit', flush)
    if (lines !== '') stream.write(lines.replaceAll(/[\u007f-\u009f\u2028\u2029]/g, escaped))
    lines = ''
  }
  return {
    write(line) {
      if (lines === '') {
        setImmediate(flush)
        // Lines written just before the process exits must not be lost.
        process.once('exit', flush)
      }
      lines += line
    },
  }
}

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
