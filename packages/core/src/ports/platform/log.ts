/** The fields of a log line. Never a password, token, key, code, cookie or request text. */
export type LogFields = { readonly [field: string]: string | number | boolean | null }

/** Structured log events for operators. */
export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}
