import type { Log } from '@ken/core/ports'
import { pino, stdTimeFunctions, type DestinationStream } from 'pino'

/** Where lines go, and the least level that is written. */
export type JsonLogOptions = {
  readonly stream: DestinationStream
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/**
 * A `Log` that writes one line of JSON per event. Nothing in a value can end the line or steer a
 * terminal: control characters, the upper ones too, leave as escapes (R82). Lines of one turn of the
 * event loop leave in one write, because under load a write per request costs more than the line.
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
        // What is said just before the end must not be lost.
        process.once('exit', flush)
      }
      lines += line
    },
  }
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
