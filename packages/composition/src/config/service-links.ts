/**
 * Whether Kubernetes set this variable. In every container it describes each service of the namespace: for one named `ken`
 * or `ken-redis`, in variables that start with `KEN_`.
 */
export const isServiceLink = (name: string, value: string): boolean =>
  /_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name) ||
  isLinkedPort(name, value)

/** Whether the variable is the port of such a service, which `KEN_PORT` is for one named `ken`. */
export const isLinkedPort = (name: string, value: string): boolean =>
  name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value)
