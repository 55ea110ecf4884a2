import { z } from '@hono/zod-openapi'
import type { Agent } from '@ken/core'

/** A personal agent. */
export const agentSchema = z
  .object({ id: z.string(), name: z.string(), enabled: z.boolean() })
  .openapi('Agent')

export const agentView = ({ id, name, enabled }: Agent): z.infer<typeof agentSchema> => ({
  id,
  name,
  enabled,
})
