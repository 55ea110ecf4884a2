import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { AreaMessages } from './language/language.ts'

/** A screen that is loaded when it is needed, with the messages of its area, or of several. */
export const lazyScreen = (
  messages: AreaMessages<unknown> | ReadonlyArray<AreaMessages<unknown>>,
  load: () => Promise<ComponentType>,
) =>
  lazyRouteComponent(async () => {
    const areas = [messages].flat()
    const [Screen] = await Promise.all([load(), ...areas.map((area) => area.load())])
    return { Screen }
  }, 'Screen')
