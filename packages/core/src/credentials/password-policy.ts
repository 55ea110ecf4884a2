import type { Account } from '../model/accounts/account.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { PasswordFault, PasswordRejected } from '../model/passwords/password-errors.ts'

declare const passwordBrand: unique symbol

/** A password in NFC that passed the policy. Nothing else is ever hashed. */
export type AcceptedPassword = string & { readonly [passwordBrand]: true }

export const passwordLengthMin = 8
export const passwordLengthMax = 128
const strengthScoreMin = 3

/** The example of a good password in Ken's texts. It is public, so it is refused. */
export const passwordExample = 'lantern quartz meadow violin'

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
const isPublished = (password: string): boolean =>
  lettersOf(password) === lettersOf(passwordExample)

/** Length in code points of the NFC form (NIST SP 800-63B-4, 3.1.1.2). */
const passwordLength = (password: string): number => Array.from(password).length

const rejected = (...reasons: PasswordFault[]) =>
  err<PasswordRejected>({ code: 'password.rejected', reasons })

/**
 * The form in which passwords are compared and hashed; null for input that cannot be a password.
 */
export function normalPassword(input: string): string | null {
  // NFC composes at most six code units into one code point, so longer input has no legal length.
  if (input.length > passwordLengthMax * 6 || !input.isWellFormed()) return null
  const password = input.normalize('NFC')
  return passwordLength(password) > passwordLengthMax ? null : password
}

/**
 * Checks a new password against the only policy: length, strength, breaches. Cheap checks come
 * first, and an over-long password is never scored; otherwise all faults are returned.
 * `personalWords`, the person's name and address, count as easily guessed.
 */
export async function validatePassword(
  ports: Pick<Ports, 'passwordStrength' | 'breachedPasswords'>,
  input: string,
  personalWords: readonly string[],
): Promise<Result<AcceptedPassword, PasswordRejected>> {
  const password = normalPassword(input)
  if (password === null) return rejected('too_long')

  const faults: PasswordFault[] = []
  if (passwordLength(password) < passwordLengthMin) faults.push('too_short')
  const [score, breach] = await Promise.all([
    ports.passwordStrength.score(password, ['ken', passwordExample, ...personalWords]),
    ports.breachedPasswords.check(password),
  ])
  if (score === 'too_complex') faults.push('too_complex_to_check')
  else if (score < strengthScoreMin || isPublished(password)) faults.push('too_weak')
  if (breach === 'breached') faults.push('breached')
  return faults.length > 0 ? rejected(...faults) : ok(password as AcceptedPassword)
}

/**
 * Validates a password that replaces the current one, from which it must differ, and hashes it. The caller limits how
 * often: the refusal says whether it is the current one.
 */
export async function hashReplacement(
  ports: Pick<Ports, 'breachedPasswords' | 'passwordHasher' | 'passwordStrength'>,
  input: string,
  { name, email, passwordHash }: Pick<Account, 'name' | 'email' | 'passwordHash'>,
): Promise<Result<string, PasswordRejected>> {
  const password = await validatePassword(ports, input, [name, email])
  if (!password.ok) return password
  if (await ports.passwordHasher.verify(password.value, passwordHash))
    return rejected('same_as_current')
  return ok(await ports.passwordHasher.hash(password.value))
}
