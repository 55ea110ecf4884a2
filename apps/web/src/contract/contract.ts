import type { components } from './console-schemas.ts'

/** The bodies of the console's API by name, as the server describes them. */
export type Contract = components['schemas']
