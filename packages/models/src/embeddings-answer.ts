import { ModelFailure } from './model-failure.ts'

/** A longer vector cannot be stored, nor compared with stored ones. */
const dimensionsMax = 16_000

/** The vectors of a response, by `index`, each of length one. Throws `ModelFailure` when they do not match the request. */
export function readVectors(body: string, count: number): number[][] {
  const answer = parse(body)
  const items: unknown = isRecord(answer) ? answer.data : null
  if (!Array.isArray(items))
    throw new ModelFailure('its response has no list "data": check that it has the OpenAI API')
  if (items.length !== count)
    throw new ModelFailure(`it returned ${items.length} vectors for ${count} texts`)
  const vectors: number[][] = []
  for (const item of items) {
    const { index, embedding } = isRecord(item) ? item : {}
    if (!isPlace(index, count) || vectors[index] !== undefined)
      throw new ModelFailure('it returned vectors without the index of their text')
    if (!isVector(embedding))
      throw new ModelFailure('it returned a vector that is not a list of finite numbers')
    vectors[index] = toUnitLength(embedding)
  }
  const dimensions = vectors[0]?.length ?? 0
  if (vectors.some((vector) => vector.length !== dimensions))
    throw new ModelFailure('it returned vectors of different dimensions')
  if (dimensions > dimensionsMax)
    throw new ModelFailure(
      `it returned vectors of ${dimensions} numbers, and at most ${dimensionsMax} can be stored: use another model`,
    )
  return vectors
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new ModelFailure('its response is not JSON: check that the address is that of its API')
  }
}

function toUnitLength(vector: readonly number[]): number[] {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  if (length === 0 || !Number.isFinite(length))
    throw new ModelFailure('it returned a vector of length zero')
  return vector.map((value) => value / length)
}

/** Any object; its fields are still to be checked. */
function isRecord(
  value: unknown,
): value is { readonly data?: unknown; readonly index?: unknown; readonly embedding?: unknown } {
  return typeof value === 'object' && value !== null
}

function isPlace(value: unknown, count: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < count
}

function isVector(value: unknown): value is number[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((number) => Number.isFinite(number))
  )
}
