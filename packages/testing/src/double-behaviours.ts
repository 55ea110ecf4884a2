/** How the methods of a double answer, until a test sets it otherwise. */
export type DoubleBehaviours<Behaviour> = {
  /** Sets how a method answers; `*` is every method that has no behaviour of its own. */
  readonly behave: (method: string, behaviour: Behaviour) => void
  /** The same, for the next request alone; a second call is for the one after it. */
  readonly behaveOnce: (method: string, behaviour: Behaviour) => void
  /** The behaviour for a request; one that is for a single request is then used up. */
  readonly take: (method: string) => Behaviour | 'ok'
}

export function doubleBehaviours<Behaviour>(): DoubleBehaviours<Behaviour> {
  const always = new Map<string, Behaviour>()
  const once = new Map<string, Behaviour[]>()
  return {
    behave: (method, behaviour) => void always.set(method, behaviour),
    behaveOnce: (method, behaviour) =>
      void once.set(method, [...(once.get(method) ?? []), behaviour]),
    take: (method) => once.get(method)?.shift() ?? always.get(method) ?? always.get('*') ?? 'ok',
  }
}
