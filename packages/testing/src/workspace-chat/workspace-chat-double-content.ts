import { WorkspaceRefusal } from './workspace-chat-double-answers.ts'
import type { WorkspacePrompt } from './workspace-chat-double-world.ts'

export type Fields = { readonly [name: string]: unknown }

const textLengthMax = 40_000
/** Far below what is documented. */
const blocksLengthMax = 13_200
const promptsMax = 4

/** Structures are JSON texts in a form. */
export function structureOf(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value
  } catch {
    throw new WorkspaceRefusal('invalid_json')
  }
}

/** Text, blocks and metadata of a message. */
export function contentOf(fields: Fields) {
  const [blocks, metadata] = [structureOf(fields['blocks']), structureOf(fields['metadata'])]
  const { text = '' } = fields
  if (typeof text !== 'string') throw new WorkspaceRefusal('invalid_arguments')
  if (text === '' && blocks === undefined) throw new WorkspaceRefusal('no_text')
  if (text.length > textLengthMax) throw new WorkspaceRefusal('msg_too_long')
  if (blocks !== undefined && (!Array.isArray(blocks) || !blocks.every(isBlock)))
    throw new WorkspaceRefusal('invalid_blocks')
  if (JSON.stringify(blocks ?? []).length > blocksLengthMax)
    throw new WorkspaceRefusal('msg_blocks_too_long')
  if (metadata !== undefined && !isMetadata(metadata))
    throw new WorkspaceRefusal('invalid_metadata_format')
  return {
    text,
    ...(blocks !== undefined && { blocks }),
    ...(metadata !== undefined && { metadata }),
  }
}

const isBlock = (block: unknown): boolean =>
  typeof block === 'object' && block !== null && 'type' in block && typeof block.type === 'string'
export const isHomeView = (view: unknown): boolean =>
  typeof view === 'object' &&
  view !== null &&
  'type' in view &&
  view.type === 'home' &&
  'blocks' in view &&
  Array.isArray(view.blocks) &&
  view.blocks.every(isBlock)
export const arePrompts = (prompts: unknown): prompts is readonly WorkspacePrompt[] =>
  Array.isArray(prompts) &&
  prompts.length > 0 &&
  prompts.length <= promptsMax &&
  prompts.every(
    (prompt: Partial<WorkspacePrompt> | null) =>
      typeof prompt?.title === 'string' && typeof prompt.message === 'string',
  )
const isMetadata = (metadata: unknown): boolean =>
  typeof metadata === 'object' &&
  metadata !== null &&
  'event_type' in metadata &&
  'event_payload' in metadata
