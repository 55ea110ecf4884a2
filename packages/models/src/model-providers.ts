import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'

/** Whose HTTP API a model has. */
export const modelProviders = ['openai-compatible', 'openai', 'anthropic'] as const
export type ModelProvider = (typeof modelProviders)[number]

/** Where a provider is if no address is set. */
export const providerUrls: { readonly [Provider in ModelProvider]: string | null } = {
  'openai-compatible': null,
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
}

/** The header that carries the key. */
export const credentialHeader = (
  provider: ModelProvider,
  key: string,
): Readonly<Record<string, string>> =>
  provider === 'anthropic' ? { 'x-api-key': key } : { authorization: `Bearer ${key}` }

/** A model of any provider. */
type LanguageModel = Pick<ReturnType<OpenAICompatibleProvider['chatModel']>, 'doStream'>

/**
 * The model of a provider, with the fetch of Ken. Address and key are always given, so that the library reads no
 * variable; the fetch sends the actual key.
 */
export async function languageModel(
  { provider, baseUrl: baseURL }: { readonly provider: ModelProvider; readonly baseUrl: string },
  model: string,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const settings = { baseURL, apiKey: 'sent by Ken', fetch }
  if (provider === 'openai') {
    const { createOpenAI } = await import('@ai-sdk/openai')
    // Not its Responses API, which stores what it is sent.
    return createOpenAI(settings).chat(model)
  }
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic(settings).languageModel(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({ ...settings, name: 'ken' }).chatModel(model)
}
