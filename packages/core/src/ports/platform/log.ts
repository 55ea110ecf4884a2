/** Values a log line may carry. Never a password, token, key, code, cookie or request text. */
export type LogFields = { readonly [field: string]: string | number | boolean | null }

/** Structured events for the people who run Ken. */
export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}
