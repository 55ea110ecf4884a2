import { probePasswordHashing, type Config, type PasswordHashing } from '@ken/composition'
import { passed, warn, type Check } from './check.ts'

/** Sign-ins that wait longer than ten seconds for a hash are refused. */
const hashMsMax = 1_000

/** What a hash of a password costs on this machine. Does not need the database. */
export const checkPasswordHashing = async ({ passwordHashCost }: Config): Promise<Check> =>
  passwordHashingCheck(passwordHashCost, await probePasswordHashing(passwordHashCost))

/** The check for a measured duration. */
export function passwordHashingCheck(
  { memoryKib, iterations, parallelism }: Config['passwordHashCost'],
  { hashMs, concurrentMax, memoryMib }: PasswordHashing,
): Check {
  const cost = `argon2id with m=${memoryKib} KiB, t=${iterations}, p=${parallelism} takes ${hashMs} ms. At most ${concurrentMax} at once, in ${memoryMib} MiB.`
  if (hashMs <= hashMsMax) return passed('password hashing', cost)
  return warn(
    'password hashing',
    `${cost} People wait that long at every sign-in. Lower KEN_PASSWORD_HASH_ITERATIONS or KEN_PASSWORD_HASH_MEMORY_KIB, or check what else uses the processor.`,
  )
}
