import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { AreaMessages } from './language/language.ts'
import { refusalWords } from './ui/refusals/refusals.ts'

const codeMissing = 'The code of a screen could not be loaded.'

/** Whether the code is gone since an update, or there is no network. */
export const isCodeMissing = (error: unknown): boolean =>
  error instanceof Error && error.message === codeMissing

/** Loads code, and says so in the same way in all browsers if it could not be loaded. */
export async function loadCode<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch (cause) {
    throw new Error(codeMissing, { cause })
  }
}

/** A screen that is loaded when it is needed, with the messages of its area, or of several. */
export const lazyScreen = (
  messages: AreaMessages<unknown> | ReadonlyArray<AreaMessages<unknown>>,
  load: () => Promise<ComponentType>,
) =>
  lazyRouteComponent(
    () =>
      loadCode(async () => {
        const areas = [refusalWords, ...[messages].flat()]
        const [Screen] = await Promise.all([load(), ...areas.map((area) => area.load())])
        return { Screen }
      }),
    'Screen',
  )
