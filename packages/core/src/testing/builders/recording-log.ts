import type { Log, LogFields } from '../../ports/platform/log.ts'

/** A written log line. */
export type LogLine = {
  readonly level: keyof Log
  readonly event: string
  readonly fields: LogFields
}

/** A log that keeps its lines, oldest first. */
export type RecordingLog = Log & { readonly lines: readonly LogLine[] }

export function recordingLog(): RecordingLog {
  const lines: LogLine[] = []
  const write =
    (level: keyof Log): Log[keyof Log] =>
    (event, fields = {}) =>
      void lines.push({ level, event, fields })
  return { lines, info: write('info'), warn: write('warn'), error: write('error') }
}
