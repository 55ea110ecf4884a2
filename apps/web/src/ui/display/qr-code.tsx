import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import type { ReactNode } from 'react'
import './qr-code.css'

/** Modules of white around the code, which readers need. */
const quietModules = 4

/** A QR code as one path: dark on white in every theme, because readers expect that. */
export function QrCode({
  text,
  label,
}: {
  readonly text: string
  readonly label: string
}): ReactNode {
  const code = generate(text)
  const size = code.size + 2 * quietModules
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`${-quietModules} ${-quietModules} ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect x={-quietModules} y={-quietModules} width={size} height={size} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  )
}
