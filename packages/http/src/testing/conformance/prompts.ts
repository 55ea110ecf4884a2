import {
  acceptedContent,
  completable,
  inputRequired,
  type McpServer,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { anImage } from './media.ts'

const said = (words: string) => user({ type: 'text' as const, text: words })
const user = <Content>(content: Content) => ({ role: 'user' as const, content })

/** The prompts of the conformance suite. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'Constant.' }, () => ({
    messages: [said('This is a simple prompt for testing.')],
  }))
  const arg1 = completable(z.string(), (begun) =>
    ['paris', 'park', 'party'].filter((word) => word.startsWith(begun)),
  )
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Repeats.', argsSchema: z.object({ arg1, arg2: z.string() }) },
    (args) => ({
      messages: [said(`Prompt with arguments: arg1='${args.arg1}', arg2='${args.arg2}'`)],
    }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Embeds.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => {
      const resource = {
        uri,
        mimeType: 'text/plain',
        text: 'Embedded resource content for testing.',
      }
      return {
        messages: [
          user({ type: 'resource', resource }),
          said('Please process the embedded resource above.'),
        ],
      }
    },
  )
  server.registerPrompt('test_prompt_with_image', { description: 'Shows.' }, () => ({
    messages: [
      user({ type: 'image', data: anImage, mimeType: 'image/png' }),
      said('Please analyze the image above.'),
    ],
  }))
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks.' },
    ({ mcpReq: { inputResponses } }) => {
      const answered = acceptedContent(
        inputResponses,
        'user_context',
        z.object({ context: z.string() }),
      )
      if (answered) return { messages: [said(`With ${answered.context}.`)] }
      const requestedSchema = z.object({ context: z.string() })
      const message = 'What context should the prompt use?'
      return inputRequired({
        inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema }) },
      })
    },
  )
}
