import type { components } from './console-schemas.ts'

export type { ProblemCode } from './console-schemas.ts'

/** The bodies of the console's API by name, as the server describes them. */
export type Contract = components['schemas']
