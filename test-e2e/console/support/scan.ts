import jsQR from 'jsqr'
import type { BrowserContext, Locator } from 'playwright-core'

/** Reads a QR code from its picture, as the camera of an authenticator does. */
export async function scan(code: Locator, context: BrowserContext): Promise<string> {
  // As text, because each number of an array would be passed on its own.
  const picture = (await code.screenshot()).toString('base64')
  const page = await context.newPage()
  const { pixels, width, height } = await page.evaluate(async (text) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.fromBase64(text)]))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const drawing = canvas.getContext('2d')!
    drawing.drawImage(bitmap, 0, 0)
    const { data } = drawing.getImageData(0, 0, bitmap.width, bitmap.height)
    return {
      pixels: new Uint8Array(data.buffer).toBase64(),
      width: bitmap.width,
      height: bitmap.height,
    }
  }, picture)
  await page.close()
  const read = jsQR.default(new Uint8ClampedArray(Buffer.from(pixels, 'base64')), width, height)
  if (read === null) throw new Error('The picture has no QR code that can be read.')
  return read.data
}
