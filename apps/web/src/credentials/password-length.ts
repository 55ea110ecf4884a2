/** How many characters a password has: code points of its NFC form, as the server counts. */
export const passwordLength = (password: string): number =>
  Array.from(password.normalize('NFC')).length

const lengthMin = 8
const lengthMax = 128

/** Whether the length alone is already a reason to refuse it. */
export function lengthFault(length: number): 'too_short' | 'too_long' | null {
  if (length < lengthMin) return 'too_short'
  return length > lengthMax ? 'too_long' : null
}
