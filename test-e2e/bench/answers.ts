import { aiSdkAnswerModel, modelProviders, type ModelProvider } from '@ken/models'
import { measuredAnswers } from '../quality/measured.ts'

const url = process.env['KEN_QUALITY_MODEL_URL']
const model = process.env['KEN_QUALITY_MODEL'] ?? ''
const key = process.env['KEN_QUALITY_MODEL_KEY'] ?? null
const named = process.env['KEN_QUALITY_MODEL_PROVIDER']

/**
 * How well a model answers the questions of the quality collection. KEN_QUALITY_MODEL_URL and KEN_QUALITY_MODEL choose
 * the model, as KEN_MODEL_URL and KEN_MODEL do for Ken; KEN_QUALITY_MODEL_KEY and KEN_QUALITY_MODEL_PROVIDER are
 * optional. Without an address nothing is asked.
 */
export async function answers(): Promise<unknown> {
  if (url === undefined || model === '')
    return { measured: false, reason: 'Set KEN_QUALITY_MODEL_URL and KEN_QUALITY_MODEL.' }
  const provider = modelProviders.find((known): known is ModelProvider => known === named)
  const log = {
    info: () => {},
    warn: (event: string, fields?: object) => console.error(event, fields),
    error: console.error,
  }
  const options = { url, model, key, budgetMs: 120_000, ...(provider && { provider }) }
  return { model, ...(await measuredAnswers(aiSdkAnswerModel({ log }, options))) }
}
