import { openApiDocument } from '@ken/http'
import type { Command } from 'commander'
import { callKen, jsonOf } from '../call-ken.ts'
import { baseUrlOf, clientUrlOf } from '../connect.ts'
import { parseUrl } from '../options.ts'
import { refusalOf } from '../send-question.ts'
import { jsonText } from '../terminal/json-text.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & { readonly url?: string }

const patienceMs = 10_000

/**
 * `ken openapi`: the document that a running Ken serves, which may be of another version than this program; without an
 * address, the document of this version, for which no Ken needs to run.
 */
export function openapiCommand(command: Command, world: World): void {
  command
    .option(
      '--url <url>',
      'print the document of the Ken that runs at this address (default: KEN_URL, or else the document of this version for the configured address)',
      parseUrl,
    )
    .addHelpText('after', '\nExample:\n  ken openapi --url https://ken.example.com > openapi.json')
    .action(async ({ url, json = false }: Options) => {
      const isServed = url !== undefined || (world.env['KEN_URL'] ?? '') !== ''
      const document = isServed
        ? await servedDocument(await clientUrlOf(world, url))
        : openApiDocument(await baseUrlOf(world))
      world.stdout.write(`${jsonText(document, json ? 0 : 2)}\n`)
    })
}

async function servedDocument(url: string): Promise<object> {
  const response = await callKen(url, '/public/v1/openapi.json', {}, { patienceMs })
  const body = await jsonOf(url, response)
  if (response.ok && typeof body === 'object' && body !== null && 'openapi' in body) return body
  throw refusalOf(url, response, body)
}
