/** Waits until a stream has its first bytes or `other` resolves, and returns all of the stream. */
export async function begunStream(
  body: ReadableStream<Uint8Array>,
  other: Promise<void>,
): Promise<ReadableStream<Uint8Array>> {
  const reader = body.getReader()
  const first = reader.read()
  await Promise.race([first.then(Boolean, Boolean), other])
  let isFirst = true
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await (isFirst ? first : reader.read())
        isFirst = false
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
