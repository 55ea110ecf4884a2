/** Whether the first line of a list names the two columns, in any order and case, as the server asks for. */
export function hasHeader(csv: string): boolean {
  const first = csv.split(/[\r\n]/).find((line) => line.trim() !== '') ?? ''
  const names = first
    .replace('\uFEFF', '')
    .split(first.includes('\t') ? '\t' : /[,;]/)
    .map((name) =>
      name
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim()
        .toLowerCase(),
    )
  return names.toSorted().join() === 'email,role'
}
