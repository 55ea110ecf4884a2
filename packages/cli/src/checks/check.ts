/** One check and its advice; `skip` means that it could not run. */
export type Check = {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail' | 'skip'
  readonly detail: string
}

const checkOf = (state: Check['state']) => (name: string, detail: string) => ({
  name,
  state,
  detail,
})
export const passed = checkOf('ok')
export const warn = checkOf('warn')
export const fail = checkOf('fail')
export const skip = checkOf('skip')

/** What an error says. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
