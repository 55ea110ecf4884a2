/** The path below which Ken is mounted, as the address of the icon says it; empty at the root. */
export function mountPath(): string {
  const href = document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? ''
  return /^(.*)\/assets\//.exec(href)?.[1] ?? ''
}
