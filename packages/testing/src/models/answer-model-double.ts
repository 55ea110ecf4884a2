import {
  answerAs,
  modelDouble,
  sendJson,
  type ModelBehaviour,
  type ModelDouble,
  type ModelRequest,
} from './model-double.ts'

/** How the double answers the next requests. */
export type AnswerModelBehaviour =
  | ModelBehaviour
  | { readonly says: string }
  | { readonly json: unknown }

/** One message of a request. */
export type AnswerModelMessage = { readonly role: string; readonly content: string }
type Body = { readonly model?: string; readonly messages?: readonly AnswerModelMessage[] } | null
/** One request as the double saw it. */
export type AnswerModelRequest = ModelRequest<Body>

/** An OpenAI-compatible chat server on loopback; `url` is what `KEN_MODEL_URL` would be. */
export type AnswerModelDouble = ModelDouble<AnswerModelBehaviour, Body>

/** Starts the double. Without a configured answer it returns the number of messages it was sent. */
export const answerModelDouble = (): Promise<AnswerModelDouble> =>
  modelDouble((response, behaviour, { path, body }) => {
    if (path !== '/v1/chat/completions')
      return sendJson(response, 404, { error: { message: `no ${path} here` } })
    if (typeof behaviour === 'object' && 'says' in behaviour)
      return sendJson(response, 200, completion(behaviour.says))
    if (typeof behaviour === 'object' && 'json' in behaviour)
      return sendJson(response, 200, behaviour.json)
    answerAs(
      response,
      behaviour,
      completion(`You sent ${body?.messages?.length ?? 0} messages.`),
      body,
    )
  })

const completion = (content: string) => ({
  id: 'double',
  object: 'chat.completion',
  created: 1_763_600_000,
  model: 'double',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})
