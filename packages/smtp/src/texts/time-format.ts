/** A readable time, such as "Wednesday, 4 March 2026 at 05:06 UTC". Creating the format is slow. */
export function timeFormatOf(locale: string): (time: Date) => string {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return (time) => `${format.format(time)} UTC`
}
