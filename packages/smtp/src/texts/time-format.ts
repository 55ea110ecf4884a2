/**
 * A readable time, such as "Wednesday, 4 March 2026 at 05:06 UTC". Creating the format is slow, so it is created once,
 * and only if it is needed.
 */
export function timeFormatOf(locale: string): (time: Date) => string {
  let format: Intl.DateTimeFormat | undefined
  return (time) => {
    format ??= new Intl.DateTimeFormat(locale, {
      dateStyle: 'full',
      timeStyle: 'short',
      timeZone: 'UTC',
    })
    return `${format.format(time)} UTC`
  }
}
