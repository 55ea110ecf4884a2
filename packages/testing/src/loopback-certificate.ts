/** A certificate for 127.0.0.1 and ken.test that no authority signed, as PEM: a client must be configured to trust it. */
export async function loopbackCertificate(): Promise<{
  readonly key: string
  readonly cert: string
}> {
  const { generate } = await import('selfsigned')
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'loopback' }], {
    keyType: 'ec',
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'ken.test' },
        ],
      },
    ],
  })
  return { key, cert }
}
