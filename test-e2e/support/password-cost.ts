import type { Environment } from './ken-program.ts'

/** The least cost that a configuration may name, for tests whose subject it is: `bundle-program.ts` lowers the default. */
export const realPasswordCost: Environment = {
  KEN_PASSWORD_HASH_MEMORY_KIB: '19456',
  KEN_PASSWORD_HASH_ITERATIONS: '2',
}
