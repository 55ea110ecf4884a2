import { expect, it } from 'vitest'
import { stemSpanish } from './stem-spanish.ts'

const stemsOf = (words: string): readonly string[] => [
  ...new Set(words.split(' ').map(stemSpanish)),
]

it.for([
  'solicitud solicitudes',
  'solicitar solicitado solicita solicitan',
  'vacacion vacaciones',
  'aprobar aprobado aprobada aprobacion',
  'factura facturas facturar facturacion',
  'empleado empleados empleada',
  'contrato contratos contratar',
  'reembolso reembolsos reembolsar',
  'restablecer restablece restablecerla restablecimiento',
  'servidor servidores',
  'copia copias copiar',
  'usuario usuarios',
  'pagar pago pagos pague',
  'red redes',
])('has one stem for %s', (words) => {
  expect(stemsOf(words)).toHaveLength(1)
})

it.for(['gasto gato', 'cliente clave'])('has different stems for %s', (words) => {
  expect(stemsOf(words)).toHaveLength(words.split(' ').length)
})

it('leaves short words alone', () => {
  expect(['', 'a', 'it'].map(stemSpanish)).toEqual(['', 'a', 'it'])
})
