import { clientContract } from './client-contract.ts'
import type { Streams } from './line-transport.ts'
import { mcpOverStdio } from './mcp-over-stdio.ts'
import { mcpSettings } from './settings.ts'

/** A process with settings in its environment. */
export type McpProcess = Streams & { readonly env: { readonly [name: string]: string | undefined } }

/**
 * Serves the tools to the program that started this process, until it closes the input. Throws an error with advice if
 * a setting is missing. A refused key is no reason not to start: each tool then says what to do.
 */
export async function runMcp({ env, ...streams }: McpProcess): Promise<void> {
  const settings = mcpSettings(env)
  await mcpOverStdio({ contract: clientContract(settings), baseUrl: settings.url }, streams)
}
