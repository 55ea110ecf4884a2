import { z } from 'zod'

/** The sources to restrict an operation to. */
export const sourcesSchema = z
  .array(z.string().min(1).max(63))
  .min(1)
  .max(50)
  .optional()
  .describe('Only these sources, such as ["wiki"]. Omit it for all.')
