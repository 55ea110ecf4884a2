import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type CallToolResult,
  type McpServer,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

/** What the SDK read of a message of the revisions since 2026. */
type Envelope = { readonly [CLIENT_CAPABILITIES_META_KEY]?: object }
type Mint = (state: string) => Promise<string>

const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

const named = z.object({ name: z.string() })
const askName = (message: string) => inputRequired.elicit({ message, requestedSchema: named })
const askConfirmation = () =>
  inputRequired.elicit({
    message: 'Please confirm',
    requestedSchema: z.object({ ok: z.boolean() }),
  })
const askModel = (text: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens,
  })

/** The tools of the conformance suite that ask the client for something before they return a result. */
export function registerInputTools(server: McpServer, mint: Mint): void {
  registerOnce(server)
  registerWithState(server, mint)
  registerOfSessions(server)
  server.registerTool(
    'test_input_required_result_capabilities',
    { description: 'Asks for what the client declares.' },
    ({ mcpReq }) => {
      const { [CLIENT_CAPABILITIES_META_KEY]: declared = {} }: Envelope = mcpReq.envelope ?? {}
      return inputRequired({
        inputRequests: {
          ...('elicitation' in declared && { name: askName('What is your name?') }),
          ...('sampling' in declared && { greeting: askModel('Generate a greeting', 50) }),
        },
      })
    },
  )
}

function registerOnce(server: McpServer): void {
  const kinds = {
    elicitation: { user_name: askName('What is your name?') },
    sampling: { capital_question: askModel('What is the capital of France?', 100) },
    list_roots: { client_roots: inputRequired.listRoots() },
  }
  for (const [kind, inputRequests] of Object.entries(kinds))
    server.registerTool(
      `test_input_required_result_${kind}`,
      { description: 'Asks once.' },
      ({ mcpReq: { inputResponses = {} } }) => {
        const [key = ''] = Object.keys(inputRequests)
        if (!(key in inputResponses)) return inputRequired({ inputRequests })
        if (kind !== 'elicitation') return said(JSON.stringify(inputResponses[key]))
        const accepted = acceptedContent(inputResponses, key, named)
        return accepted ? said(`Hello, ${accepted.name}!`) : inputRequired({ inputRequests })
      },
    )
}

function registerWithState(server: McpServer, mint: Mint): void {
  const rounds = {
    test_input_required_result_request_state: [{ confirm: askConfirmation() }],
    test_input_required_result_tampered_state: [{ confirm: askConfirmation() }],
    test_input_required_result_multiple_inputs: [
      {
        user_name: askName('What is your name?'),
        greeting: askModel('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
    ],
    test_input_required_result_multi_round: [
      { step1: askName('Step 1: What is your name?') },
      {
        step2: inputRequired.elicit({
          message: 'Step 2: What is your favorite color?',
          requestedSchema: z.object({ color: z.string() }),
        }),
      },
    ],
  }
  for (const [name, requests] of Object.entries(rounds))
    server.registerTool(name, { description: 'Asks with a state.' }, async ({ mcpReq }) => {
      const round = Number(mcpReq.requestState<string>() ?? 0)
      const asked = requests[round]
      if (asked === undefined) return said('state-ok')
      return inputRequired({ inputRequests: asked, requestState: await mint(String(round + 1)) })
    })
}

/** Tools that need a session, because the server sends a request of its own and waits for the response. */
function registerOfSessions(server: McpServer): void {
  for (const name of [
    'test_elicitation',
    'test_elicitation_sep1034_defaults',
    'test_elicitation_sep1330_enums',
    'test_streaming_elicitation',
  ])
    server.registerTool(name, { description: 'Asks the person.' }, () =>
      inputRequired({ inputRequests: { name: askName('What is your name?') } }),
    )
  for (const name of ['test_sampling', 'test_missing_capability'])
    server.registerTool(name, { description: 'Asks the model.' }, () =>
      inputRequired({ inputRequests: { reply: askModel('Hello', 100) } }),
    )
}
